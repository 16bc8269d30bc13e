import { beforeEach, expect, it, vi } from 'vitest';
import {
  createOpenHandover,
  type Handover,
  handoverOf,
  withoutHandover,
} from '@/lib/surface/handover';
import { surfaceItems } from '@/lib/surface/surface-items';
import { emptyBrowser } from '../../support/empty-browser';

const item = surfaceItems.handovers;
const url = 'https://host.example/?secret=1';
const draft: Handover = { kind: 'draft', url, privacy: null, keeping: 'memory' };

beforeEach(emptyBrowser);

it('a handed-over tab finds its content by its token alone', async () => {
  const openPopupTab = vi.fn(async () => {
    const all = (await item.read()) ?? [];
    expect(handoverOf(all, 'token')).toEqual(draft);
    expect(handoverOf(all, 'other')).toBeUndefined();
    expect(withoutHandover(all, 'other')).toBe(all);
    expect(withoutHandover(all, 'token')).toEqual([]);
  });
  const openHandover = createOpenHandover({ item, newToken: () => 'token', openPopupTab });
  await openHandover(draft, 'currentTab', 7);
  expect(openPopupTab).toHaveBeenCalledExactlyOnceWith('token', 'currentTab', 7);
});

it('of handovers that no tab takes, at most 20 are kept', async () => {
  let tokens = 0;
  const newToken = () => `token-${++tokens}`;
  const openHandover = createOpenHandover({ item, newToken, openPopupTab: async () => {} });
  for (let count = 1; count <= 100; count += 1) await openHandover(draft);
  const left = (await item.read()) ?? [];
  expect(left.length).toBeLessThanOrEqual(20);
  expect(handoverOf(left, 'token-100')).toEqual(draft);
});
