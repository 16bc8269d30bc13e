import { app, until } from '../app';

declare const chrome: {
  notifications: { getAll(): Promise<object>; clear(id: string): Promise<boolean> };
};

export function notificationIds(): Promise<string[]> {
  return app.worker.page.evaluate(async () => Object.keys(await chrome.notifications.getAll()));
}

export async function countNotifications(): Promise<number> {
  return (await notificationIds()).length;
}

export async function clearNotifications(): Promise<void> {
  await app.worker.page.evaluate(async () => {
    for (const id of Object.keys(await chrome.notifications.getAll())) {
      await chrome.notifications.clear(id);
    }
  });
  await until('no notification is left', async () => (await countNotifications()) === 0);
}
