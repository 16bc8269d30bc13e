import { expect, it, vi } from 'vitest';
import type { Handover, Handovers } from '@/lib/surface/handover';
import { createHandOver } from '@/lib/surface/handover';
import { createMemoryItem } from '../../support/memory-item';

it('a tab is opened by a token, under which it finds what it is to show', async () => {
  const item = createMemoryItem<Handovers>();
  const stored: unknown[] = [];
  const openPopupTab = vi.fn(async (_: string) => void stored.push(item.stored));
  const handOver = createHandOver({ item, newToken: () => 'token', openPopupTab });
  const handover: Handover = {
    kind: 'draft',
    url: 'https://host.example/?secret=1',
    privacy: 0,
    isPrivate: true,
  };
  await handOver(handover, 'currentTab', 7);
  expect(openPopupTab).toHaveBeenCalledExactlyOnceWith('token', 'currentTab', 7);
  expect(stored).toEqual([[{ token: 'token', handover }]]);
});
