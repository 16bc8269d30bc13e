import { expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { hasHostPermission, hasPermission } from '@/lib/browser/permissions';

it('hosts count as allowed, and other permissions as missing, if the browser cannot answer', async () => {
  const contains = vi.fn(async () => Promise.reject(new Error('No answer')));
  Reflect.set(fakeBrowser, 'permissions', { contains });
  await expect(hasHostPermission('https://host.example:8443/s')).resolves.toBe(true);
  await expect(hasPermission('notifications')).resolves.toBe(false);
  expect(contains).toHaveBeenCalledWith({ origins: ['https://host.example/*'] });
});
