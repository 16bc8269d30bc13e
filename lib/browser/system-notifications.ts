import { browser } from 'wxt/browser';
import { hasPermission } from './permissions';

/** The words of a notification. */
export interface NotificationWords {
  title: string;
  message: string;
}

/** Shows a notification, in place of one with the same id; false where the person allows none. */
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
 * Runs with the id of a notification that is clicked, and takes that away. Call it synchronously
 * when the worker starts.
 */
export function onNotificationClicked(run: (id: string) => void): void {
  const onClicked = (id: string) => {
    run(id);
    void browser.notifications.clear(id);
  };
  // Without its permission a browser has no such events.
  const listen = () => {
    const clicks = browser.notifications?.onClicked;
    if (clicks && !clicks.hasListener(onClicked)) clicks.addListener(onClicked);
  };
  listen();
  browser.permissions.onAdded.addListener(listen);
}
