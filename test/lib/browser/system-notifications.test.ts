import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { onNotificationClicked, showNotification } from '@/lib/browser/system-notifications';

beforeEach(() => {
  fakeBrowser.reset();
  Reflect.set(fakeBrowser, 'permissions', {
    contains: async () => true,
    onAdded: { addListener() {} },
  });
});

it('a click on a notification calls the handler and closes the notification', async () => {
  const onClicked = vi.fn();
  onNotificationClicked(onClicked);
  await showNotification('n', { title: 'Report created', message: 'host.example' });
  expect(Object.keys(await fakeBrowser.notifications.getAll())).toEqual(['n']);
  await fakeBrowser.notifications.onClicked.trigger('n');
  expect(onClicked).toHaveBeenCalledExactlyOnceWith('n');
  expect(await fakeBrowser.notifications.getAll()).toEqual({});
});
