import { expect, it, vi } from 'vitest';
import type { Connection } from '@/lib/connection/connection';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import type { Badge } from '@/lib/surface/badge';
import { createShownBadge } from '@/lib/surface/shown-badge';
import { createMemoryItem } from '../../support/memory-item';
import { sampleReport } from '../../support/sample-report';

it('a page that comes while tabs are gone through keeps its rating', async () => {
  const shown = new Map<number, Badge | null>();
  let answer: (() => void) | undefined;
  const url = 'https://host.example/page';
  const badge = createShownBadge({
    connection: createMemoryItem({ id: 'a' } as Connection),
    preferences: createMemoryItem<Preferences>({ ...INITIAL_PREFERENCES, showsPageRating: true }),
    tasksOf: () => createMemoryItem(),
    unseenOf: () => createMemoryItem(),
    pageOf: () => createMemoryItem({ reports: [sampleReport('1')], results: [] }),
    seesTabs: async () => true,
    tabs() {
      return new Promise((resolve) => {
        answer = () => resolve([{ id: 1, url: 'about:blank', isPrivate: false }]);
      });
    },
    watchTabs: () => {},
    async show(one, tabId) {
      if (tabId !== undefined) shown.set(tabId, one);
    },
    async inherit(common, tabId) {
      shown.set(tabId, common);
    },
  });
  const refreshed = badge.refresh();
  await vi.waitFor(() => expect(answer).toBeDefined());
  const tabShown = badge.refreshTab({ id: 1, url, isPrivate: false });
  // By now it would be shown, were it not to wait.
  for (let tick = 0; tick < 50; tick += 1) await Promise.resolve();
  answer?.();
  await Promise.all([refreshed, tabShown]);
  expect(shown.get(1)).toEqual({ kind: 'page', rating: 'good' });
});
