import { afterEach, describe, expect, it, vi } from 'vitest';
import { isOnline, onBackOnline } from '@/lib/browser/network';

afterEach(() => vi.unstubAllGlobals());

describe('the connection of this computer', () => {
  it.each([true, false])('is what the browser says: %j', (onLine) => {
    vi.stubGlobal('navigator', { onLine });
    expect(isOnline()).toBe(onLine);
  });

  it('is told of each time that it is there again', () => {
    const target = new EventTarget();
    vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
    const run = vi.fn();
    onBackOnline(run);
    expect(run).not.toHaveBeenCalled();
    for (const type of ['online', 'offline', 'online']) target.dispatchEvent(new Event(type));
    expect(run).toHaveBeenCalledTimes(2);
  });
});
