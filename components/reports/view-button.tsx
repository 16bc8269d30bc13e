import type { ComponentChildren } from 'preact';
import { openingPress } from '@/components/ui/opening-press';
import type { View } from '@/lib/browser-ui/reports-request';
import { useReports } from './reports-page';

interface ViewButtonProps {
  view: View;
  /** See `opensClient` and `opensProblem`. */
  opens: string;
  class: string;
  children: ComponentChildren;
}

/** A button that opens a view: with Ctrl, ⌘ or the middle button in a new tab. */
export function ViewButton({ view, opens, class: ownClass, children }: ViewButtonProps) {
  const { openView } = useReports();
  return (
    <button
      type="button"
      class={ownClass}
      data-opens={opens}
      {...openingPress((inNewTab) => openView(view, inNewTab))}
    >
      {children}
    </button>
  );
}
