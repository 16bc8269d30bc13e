import { describe, expect, it } from 'vitest';
import type { Tab } from '@/lib/browser/tabs';
import { type Badge, badgeOf, createShownBadge, pageBadgeOf } from '@/lib/browser-ui/badge';
import type { QueueCounts } from '@/lib/jobs/queue';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { NO_QUEUE, type Queue } from '@/lib/shared-state/shared-items';
import { createDeferredCalls } from '../../support/deferred-calls';
import { creation, sampleLine } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';
import { sampleConnection } from '../../support/stored-connection';

const pauseReason = {
  code: 'refusals',
  failure: { code: 'notAllowed', message: 'No.' },
} as const;
const paused = sampleLine('b', creation(), { isBatch: true, isPaused: true, pauseReason });
const pausedPrivately = { ...paused, id: 's', isPrivate: true };
const unseen = { result: 'good', score: 87, failed: null } as const;

/** Returns a queue with these counts of ordinary windows, and with jobs of private windows. */
function queueWith(counts: Partial<QueueCounts>): Queue {
  const ordinary = { ...NO_QUEUE.ordinary, ...counts };
  const all = { create: 9, update: 9, delete: 9, needsAttention: 9 };
  return { ...NO_QUEUE, ordinary, all };
}

it.each([
  ['no text before the first job', undefined, undefined, null],
  ['no text for private jobs', queueWith({}), undefined, null],
  ['no text for deletions', queueWith({ delete: 1 }), undefined, null],
  [
    'the last result if no operation is open',
    queueWith({}),
    unseen,
    { kind: 'created', ...unseen },
  ],
  [
    'the number of open operations rather than the last result',
    queueWith({ create: 2, update: 1 }),
    unseen,
    { kind: 'waiting', creations: 2, changes: 1 },
  ],
  [
    'the number of operations that need attention rather than the number of open operations',
    queueWith({ create: 2, needsAttention: 1 }),
    unseen,
    { kind: 'attention', count: 1 },
  ],
  [
    'the number of batches that refusals have paused',
    {
      ...queueWith({ create: 2 }),
      batches: [paused, pausedPrivately, sampleLine('c', creation(), { isBatch: true })],
    },
    unseen,
    { kind: 'paused', count: 1 },
  ],
])('the badge shows %s', (_, queue, news, badge) => {
  expect(badgeOf(queue, news)).toEqual(badge);
});

describe('the badge of a page', () => {
  const pastResult = {
    reportId: '1',
    result: 'bad',
    score: 12,
    generatedAt: '2026-01-01T00:00:00Z',
    failedChecks: null,
  } as const;

  it.each([
    [
      'is the result of its newest report',
      { result: 'good', score: 87 },
      { result: 'good', score: 87 },
    ],
    [
      'is the last result if the newest report has no result yet',
      { result: null },
      { result: 'bad', score: 12 },
    ],
    [
      'is absent if the newest report has checks but no score',
      { result: null, failed: { high: 1, medium: 0, low: 0 } },
      null,
    ],
  ] as const)('%s', (_, newest, shown) => {
    const reports = [sampleReport('2', newest)];
    const badge = shown && { kind: 'page', ...shown };
    expect(pageBadgeOf({ reports, results: [pastResult] })).toEqual(badge);
  });

  it('is absent for an unknown page', () => {
    expect(pageBadgeOf({ reports: [], results: [] })).toBeNull();
    expect(pageBadgeOf(undefined)).toBeNull();
  });

  it('stays on a tab that was updated during an update of all tabs', async () => {
    const shown = new Map<number | undefined, Badge | null>();
    const tabs = createDeferredCalls<Tab[]>();
    const show = async (badge: Badge | null, tabId?: number) => void shown.set(tabId, badge);
    const itemOf = <T>(value?: T) => ({ read: async () => value });
    const tools: Parameters<typeof createShownBadge>[0] = {
      connection: itemOf(sampleConnection()),
      preferences: itemOf({ ...INITIAL_PREFERENCES, showsPageRating: true }),
      queueOf: () => itemOf(),
      unseenOf: () => itemOf(),
      historyOfPage: async () => ({ reports: [sampleReport('1')], results: [] }),
      hasTabsPermission: async () => true,
      tabs: tabs.call,
      watchTabs() {},
      show,
      inherit: show,
    };
    const badge = createShownBadge(tools);
    const url = 'https://host.example/page';
    const refreshed = badge.refresh();
    await tabs.untilCount(1);
    const tabShown = badge.refreshTab({ id: 1, url, isPrivate: false });
    // After this update, the update of tab 1 has also ended, unless it waits for the list of tabs.
    await createShownBadge(tools).refreshTab({ id: 2, url, isPrivate: false });
    tabs.answer(0, [{ id: 1, url: 'about:blank', isPrivate: false }]);
    await Promise.all([refreshed, tabShown]);
    expect(shown.get(1)).toEqual({ kind: 'page', result: 'good', score: null });
  });
});
