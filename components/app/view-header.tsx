import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { IconButton } from '@/components/ui/icon';
import { isFocusFree } from './kept-focus';
import { usePage } from './page-context';

/** The way back from a place. */
export function BackButton() {
  return <IconButton label={i18n.t('report.back')} icon="back" onClick={usePage().back} />;
}

interface PlaceHeadProps {
  /** Of the heading. */
  id: string;
  title: string;
  /** What can be done there. */
  children?: ComponentChildren;
}

/** The head of a place: the way back, its heading, and what can be done. */
export function PlaceHead({ id, title, children }: PlaceHeadProps) {
  return (
    <div class="section-head place-head">
      <BackButton />
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </div>
  );
}

/** Gives a place the focus as it opens, and gives it back where nothing else takes it after the place. */
export function usePlaceFocus(selector: string): void {
  // Before the browser takes the focus from what is covered or gone.
  useLayoutEffect(() => {
    const before = document.activeElement;
    document.querySelector<HTMLElement>(selector)?.focus();
    // What lies below may be inert until this rendering has ended.
    return () =>
      queueMicrotask(() => {
        if (isFocusFree() && before instanceof HTMLElement) before.focus();
      });
  }, [selector]);
}
