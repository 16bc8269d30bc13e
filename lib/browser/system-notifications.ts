import { browser } from 'wxt/browser';
import { hasPermission } from './permissions';

export interface NotificationWords {
  title: string;
  message: string;
}

/** Replaces a notification with the same id. Resolves with false if the permission is missing. */
export async function showNotification(
  id: string,
  { title, message }: NotificationWords,
): Promise<boolean> {
  if (!(await hasPermission('notifications')) || !browser.notifications) return false;
  const iconUrl = browser.runtime.getURL('/icons/128.png');
  await browser.notifications.create(id, { type: 'basic', iconUrl, title, message });
  return true;
}

/** Closes clicked notifications. Call this function synchronously when the worker starts. */
export function onNotificationClicked(run: (id: string) => void): void {
  const onClicked = (id: string) => {
    run(id);
    void browser.notifications.clear(id);
  };
  const listen = () => {
    // Without the permission, `browser.notifications` is undefined.
    const clickEvent = browser.notifications?.onClicked;
    if (clickEvent && !clickEvent.hasListener(onClicked)) clickEvent.addListener(onClicked);
  };
  listen();
  browser.permissions.onAdded.addListener(listen);
}
