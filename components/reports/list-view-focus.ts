import { useLayoutEffect, useRef } from 'preact/hooks';
import type { View } from '@/lib/browser-ui/reports-request';

type ListView = Extract<View, { name: 'list' }>;

/** A view from which a person has opened further views. */
interface EarlierView {
  key: string;
  /** The scroll position when the person left the view, in pixels. */
  scrolledTo: number;
}

/** The headings of the views. Without clients, the list begins with its table. */
const HEADINGS = ['#problem-heading', '#client-heading', '#clients-heading', '#reports-heading'];

/** Returns the `data-opens` of a button that opens a client. */
export const opensClient = (client: string): string => `client ${client}`;

/** Returns the `data-opens` of a button that opens a problem. */
export function opensProblem(check: string, isFixed = false): string {
  return `${isFixed ? 'fixed' : 'failing'} ${check}`;
}

/**
 * Focuses the heading of a view that opens, and scrolls to the top. After *Back*, scrolls to the
 * former position, and focuses the button that had opened the closed view.
 */
export function useListViewFocus(view: ListView): void {
  const key = JSON.stringify([view.client, view.check, view.isFixed]);
  const earlier = useRef<readonly EarlierView[]>([]);
  const shown = useRef({ key, view });
  // During rendering, the document still shows the former view.
  const scrolledTo = shown.current.key === key ? 0 : scrollY;
  useLayoutEffect(() => {
    const { current: left } = shown;
    if (left.key === key) return;
    shown.current = { key, view };
    const at = earlier.current.findLastIndex((one) => one.key === key);
    if (at < 0 && !isAbove(view, left.view)) {
      earlier.current = [...earlier.current, { key: left.key, scrolledTo }];
      scrollTo(0, 0);
      heading()?.focus();
    } else {
      scrollTo(0, earlier.current[at]?.scrolledTo ?? 0);
      earlier.current = earlier.current.slice(0, Math.max(at, 0));
      (openerOf(left.view) ?? heading())?.focus();
    }
  }, [key]);
}

/** Whether a view contains the pages of another view. Only *Back* leads to such a view. */
function isAbove(view: ListView, other: ListView): boolean {
  return view.check === undefined && (view.client === undefined || view.client === other.client);
}

function openerOf({ client, check, isFixed }: ListView): HTMLElement | null {
  return (
    (check === undefined ? null : buttonFor(opensProblem(check, isFixed))) ??
    (client === undefined ? null : buttonFor(opensClient(client)))
  );
}

const buttonFor = (opens: string): HTMLElement | null =>
  document.querySelector(`[data-opens="${CSS.escape(opens)}"]`);

function heading(): HTMLElement | null {
  for (const selector of HEADINGS) {
    const found = document.querySelector<HTMLElement>(selector);
    if (found) return found;
  }
  return null;
}
