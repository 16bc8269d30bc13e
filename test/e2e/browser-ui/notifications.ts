import { app, until } from '../app';

/** What of `chrome` is used in a page of the extension. */
declare const chrome: {
  notifications: { getAll(): Promise<object>; clear(id: string): Promise<boolean> };
};

/** How many notifications of the extension the browser shows. */
export function countNotifications(): Promise<number> {
  return app.worker.page.evaluate(
    async () => Object.keys(await chrome.notifications.getAll()).length,
  );
}

/** Takes away the notifications that an earlier test has left. */
export async function clearNotifications(): Promise<void> {
  await app.worker.page.evaluate(async () => {
    for (const id of Object.keys(await chrome.notifications.getAll())) {
      await chrome.notifications.clear(id);
    }
  });
  await until('none is left', async () => (await countNotifications()) === 0);
}
