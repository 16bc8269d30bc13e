import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { IconButton } from '@/components/ui/icon';
import { isFocusFree } from './kept-focus';
import { usePage } from './page-context';

/** The way back from a view. */
export function BackButton() {
  return <IconButton label={i18n.t('report.back')} icon="back" onClick={usePage().back} />;
}

interface ViewHeaderProps {
  /** Of the heading. */
  id: string;
  title: string;
  /** What can be done there. */
  children?: ComponentChildren;
}

/** The header of a view: the way back, its heading, and what can be done. */
export function ViewHeader({ id, title, children }: ViewHeaderProps) {
  return (
    <div class="section-head cluster view-header compact">
      <BackButton />
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </div>
  );
}

/** Gives a view the focus as it opens, and gives it back where nothing else takes it after the view. */
export function useViewFocus(selector: string): void {
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
