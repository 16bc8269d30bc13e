import type { ReadonlySignal } from '@preact/signals';
import type { Connection } from '@/lib/connection/connection';

/** Puts the focus of the options page on what a person is likely to have come for. */
export function guideFocus(
  connection: ReadonlySignal<Connection | undefined>,
  hasHostPermission: (baseUrl: string) => Promise<boolean>,
): void {
  /** Where a host is to be allowed again, a check asks for it: a person who comes for that has it at hand. */
  async function offerAccess(): Promise<void> {
    const { activeElement, body } = document;
    // An empty field has the focus where the page was opened before the connection.
    const isFree =
      activeElement === body || (activeElement as HTMLInputElement | null)?.value === '';
    if (connection.value === undefined || !isFree) return;
    if (await hasHostPermission(connection.value.baseUrl)) return;
    document.querySelector<HTMLElement>('button[type="submit"]')?.focus();
  }

  document.getElementById(location.hash.slice(1) || 'none')?.focus();
  if (connection.value === undefined) document.getElementById('baseUrl')?.focus();
  void offerAccess();
  // The page may have been open all the time: behind another tab, or in another window.
  document.addEventListener('visibilitychange', offerAccess);
  addEventListener('focus', offerAccess);
}
