/** Whether the browser knows of any connection of this computer; false is certain, true is not. */
export function isOnline(): boolean {
  return navigator.onLine;
}

/** Runs whenever a connection is there again, as long as the worker or page lives. */
export function onBackOnline(run: () => void): void {
  addEventListener('online', run);
}
