import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { hasHostPermission, hasPermission } from '@/lib/browser/permissions';

const url = 'https://host.example:8443/s';

beforeEach(() => fakeBrowser.reset());

function answer(contains: (asked: object) => Promise<boolean>) {
  const asked = vi.fn(contains);
  Reflect.set(fakeBrowser, 'permissions', { contains: asked });
  return asked;
}

describe('what the browser allows', () => {
  it.each([true, false])('is what it says: %s', async (isAllowed) => {
    const asked = answer(async () => isAllowed);
    await expect(hasHostPermission(url)).resolves.toBe(isAllowed);
    expect(asked).toHaveBeenLastCalledWith({ origins: ['https://host.example/*'] });
    await expect(hasPermission('tabs')).resolves.toBe(isAllowed);
    expect(asked).toHaveBeenLastCalledWith({ permissions: ['tabs'] });
  });

  it('is every host and nothing else where it cannot tell', async () => {
    answer(async () => {
      throw new Error('No answer');
    });
    await expect(hasHostPermission(url)).resolves.toBe(true);
    await expect(hasPermission('notifications')).resolves.toBe(false);
  });
});
