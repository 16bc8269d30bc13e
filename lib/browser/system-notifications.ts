import { browser } from 'wxt/browser';
import { hasPermission } from './permissions';

/** The texts of a notification. */
export interface NotificationWords {
  title: string;
  message: string;
}

/** Shows the notification with an id, or replaces it. Resolves with false without permission. */
export async function showNotification(
  id: string,
  { title, message }: NotificationWords,
): Promise<boolean> {
  if (!(await hasPermission('notifications')) || !browser.notifications) return false;
  const iconUrl = browser.runtime.getURL('/icons/128.png');
  await browser.notifications.create(id, { type: 'basic', iconUrl, title, message });
  return true;
}

/**
 * Listens to clicks on notifications, and closes each clicked notification. Call this function
 * synchronously when the worker starts.
 * @param run called with the id of a clicked notification
 */
export function onNotificationClicked(run: (id: string) => void): void {
  const onClicked = (id: string) => {
    run(id);
    void browser.notifications.clear(id);
  };
  // Until the permission is granted, `browser.notifications` is undefined.
  const listen = () => {
    const clicks = browser.notifications?.onClicked;
    if (clicks && !clicks.hasListener(onClicked)) clicks.addListener(onClicked);
  };
  listen();
  browser.permissions.onAdded.addListener(listen);
}
