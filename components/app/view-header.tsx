import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import { IconButton } from '@/components/ui/icon';
import { isFocusFree } from './focus-recovery';

export function BackButton() {
  return <IconButton label={i18n.t('report.back')} icon="back" onClick={usePage().back} />;
}

interface ViewHeaderProps {
  id: string;
  title: string;
  /** The actions of the view. */
  children?: ComponentChildren;
}

/** The header of a view: the back button, the heading and the actions. */
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

/**
 * Focuses an element of a view when the view opens. When the view closes, the focus returns to the
 * previous element, unless another element has taken the focus.
 */
export function useViewFocus(selector: string): void {
  // A layout effect runs before the browser moves the focus off covered or removed elements.
  useLayoutEffect(() => {
    const before = document.activeElement;
    document.querySelector<HTMLElement>(selector)?.focus();
    // The previous element may be inert until this rendering ends.
    return () =>
      queueMicrotask(() => {
        if (isFocusFree() && before instanceof HTMLElement) before.focus();
      });
  }, [selector]);
}
