import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Keeping } from '@/lib/private-windows';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import { preferencesItem } from '@/lib/settings/settings-items';
import { createNotifications } from '@/lib/surface/notifications';
import type { News } from '@/lib/surface/report-news';
import { surfaceItems } from '@/lib/surface/surface-items';
import type { BatchLine } from '@/lib/task/batch/batch';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';
import { creationOf, sampleBatch } from '../../support/sample-task';

const url = 'https://user:secret@shop.example:8443/cart?token=1#part';
const failed = { high: 2, medium: 4, low: 3 };
const shownResult = { result: 'good', score: 87, failed } as const;
const report = sampleReport('7', shownResult);
const task = creationOf('a', { url });
const shown = surfaceItems.notifications('a');
const unseen = surfaceItems.unseenOutcome('a');

const unreadable = () => Promise.reject(new Error('Unreadable'));

beforeEach(() => {
  vi.restoreAllMocks();
  emptyBrowser();
});

/** A browser where these notifications were chosen. */
async function start(chosen: Partial<Preferences>, inSight = '') {
  await preferencesItem.write({ ...INITIAL_PREFERENCES, ...chosen });
  const show = vi.fn(async (_id: string, _news: News) => true);
  let ids = 0;
  const notifications = createNotifications({
    ...{ preferences: preferencesItem, shown, unseen, show, onUnseen() {} },
    isInSight: async (page) => page === inSight,
    newId: () => `random-${++ids}`,
  });
  return { ...notifications, show };
}

const both = { notifiesOfDone: true, notifiesOfAttention: true };

describe('a notification', () => {
  it('names host and rating, and is stored with its report before it is shown', async () => {
    const { created, show } = await start(both);
    show.mockImplementation(async (id, news): Promise<boolean> => {
      expect(news).toEqual({ kind: 'created', host: 'shop.example:8443', ...shownResult });
      expect(await shown.read()).toEqual([{ id, report }]);
      return true;
    });
    await created(task, report);
    expect(show).toHaveBeenCalledOnce();
    expect(await unseen.read()).toBeUndefined();
  });

  it('of a new result tells by how much the score has changed, if it has', async () => {
    const { hasResult, show } = await start(both);
    for (const difference of [12, -4, 0, null]) await hasResult(report, difference);
    const titles = show.mock.calls.map(([, news]) => 'difference' in news && news.difference);
    expect(titles).toEqual([12, -4, false, false]);
  });

  it('of a new result replaces the notification of the creation', async () => {
    const { created, hasResult, show } = await start(both);
    await created(task, sampleReport('7', { result: null }));
    await hasResult(report);
    expect(show.mock.calls.map(([id]) => id)).toEqual(['random-1', 'random-1']);
    expect(await shown.read()).toEqual([{ id: 'random-1', report }]);
  });

  it.each<[string, Keeping, string]>([
    ['of a private window', 'memory', ''],
    ['while the popup is open', 'disk', 'popup.html'],
    ['while the page of all reports is open', 'disk', 'reports.html'],
  ])('is not shown of anything %s, and no badge either', async (_, keeping, inSight) => {
    const { created, needsAttention, hasResult, noteBatches, show } = await start(both, inSight);
    await created({ ...task, keeping }, report);
    await needsAttention({ ...task, keeping });
    // That a result has come is told of a report like any other.
    if (keeping === 'disk') await hasResult(report);
    const batch = sampleBatch('b', { keeping, kind: 'change', size: 2 });
    for (const done of [0, 2]) await noteBatches([{ ...batch, done, waiting: 2 - done }]);
    expect(show).not.toHaveBeenCalled();
    expect([await shown.read(), await unseen.read()]).toEqual([undefined, undefined]);
  });

  it('is shown only of what needs attention if nothing else was chosen', async () => {
    const { created, needsAttention, show } = await start({ notifiesOfAttention: true });
    await created(task, report);
    await needsAttention(task);
    expect(show.mock.calls).toMatchObject([['random-1', { kind: 'attention' }]]);
  });

  it('names the host of a page that the service lists without its scheme', async () => {
    const { hasResult, show } = await start(both);
    const fullUrl = 'https://www.shop.example/visit';
    await hasResult(sampleReport('7', { url: 'shop.example/visit', fullUrl }));
    expect(show.mock.lastCall?.[1]).toMatchObject({ host: 'shop.example' });
  });

  it.each(['javascript:alert(1)', 'nonsense', ''])(
    'names no host for the address %j',
    async (address) => {
      const { hasResult, show } = await start(both);
      await hasResult(sampleReport('7', { url: address }));
      expect(show.mock.lastCall?.[1]).toMatchObject({ host: null });
    },
  );
});

describe('a notification of a batch', () => {
  const asked = sampleBatch('b');
  const lastOnes: BatchLine = { ...asked, done: 12, waiting: 0, underWay: 2 };
  const done: BatchLine = { ...lastOnes, done: 14, underWay: 0 };
  const refused: BatchLine = { ...lastOnes, failed: 2, underWay: 0 };

  /** What is shown where a batch stands so, one line after another. */
  async function newsOf(lines: BatchLine[], chosen: Partial<Preferences> = both, inSight = '') {
    const { noteBatches, show } = await start(chosen, inSight);
    for (const line of lines) await noteBatches([line]);
    expect([await shown.read(), await unseen.read()]).toEqual([undefined, undefined]);
    return show.mock.calls;
  }

  it('is shown once when the batch has ended, and leads to its page', async () => {
    const news = { kind: 'batch', done: 14, failed: 0 };
    expect(await newsOf([asked, lastOnes, done, done])).toEqual([['batch=b', news]]);
  });

  it('is shown again after a retry, in place of the former notification', async () => {
    const retried = { ...refused, failed: 0, waiting: 2 };
    expect(await newsOf([asked, refused, retried, done])).toEqual([
      ['batch=b', { kind: 'batch', done: 12, failed: 2 }],
      ['batch=b', { kind: 'batch', done: 14, failed: 0 }],
    ]);
  });

  it.each([
    ['change', 'changed'],
    ['delete', 'deleted'],
  ] as const)(
    'tells the end of a batch to %s, unless the popup is in sight',
    async (kind, told) => {
      const lines = [lastOnes, refused].map((line) => ({ ...line, kind, privacy: null }));
      expect(await newsOf(lines)).toEqual([['b', { kind: told, done: 12, failed: 2 }]]);
      expect(await newsOf(lines, both, 'popup.html')).toEqual([]);
    },
  );

  it("is shown once when the service's words pause a batch that was not paused before", async () => {
    const paused: BatchLine = { ...lastOnes, isPaused: true, pausedBy: 'No more reports.' };
    const news = { kind: 'paused', words: 'No more reports.' };
    expect(await newsOf([asked, paused, paused])).toEqual([['batch=b', news]]);
    expect(await newsOf([paused, paused])).toEqual([]);
    expect(await newsOf([asked, paused], { notifiesOfDone: true })).toEqual([]);
    const edits: BatchLine = { ...paused, kind: 'delete', privacy: null };
    expect(await newsOf([{ ...edits, pausedBy: null }, edits])).toEqual([['b', news]]);
  });

  it.each<[string, Partial<Preferences>, BatchLine, number]>([
    ['of done reports', { notifiesOfDone: true }, refused, 1],
    ['of attention where some failed', { notifiesOfAttention: true }, refused, 1],
    ['of attention where none failed', { notifiesOfAttention: true }, done, 0],
    ['of nothing', {}, refused, 0],
  ])('is shown or not to a person who chose to hear %s', async (_, chosen, end, times) => {
    expect(await newsOf([lastOnes, end], chosen)).toHaveLength(times);
  });

  it.each<[string, BatchLine[], string]>([
    ['was cancelled', [asked, { ...lastOnes, done: 4 }, { ...done, done: 6 }], ''],
    ['had ended before the worker started', [done], ''],
    ['is in sight', [lastOnes, done], 'reports.html#batch=b'],
  ])('is not shown of a batch that %s', async (_, lines, inSight) => {
    expect(await newsOf(lines, both, inSight)).toEqual([]);
  });
});

describe('without notifications', () => {
  it.each<[string, Partial<Preferences>, () => Promise<boolean>]>([
    ['none was chosen', {}, async () => true],
    ['the browser allows none', both, async () => false],
    ['the browser fails', both, unreadable],
  ])('the badge tells the result of a report until it is seen: %s', async (_, chosen, answer) => {
    const { created, hasResult, markSeen, show } = await start(chosen);
    show.mockImplementation(answer);
    await created(task, report);
    expect(await unseen.read()).toEqual({ kind: 'created', ...shownResult });
    await hasResult(report);
    expect(await unseen.read()).toEqual({ kind: 'result', ...shownResult });
    await markSeen();
    expect(await unseen.read()).toBeUndefined();
  });

  it('a badge that cannot be stored does not fail the report', async () => {
    const { created } = await start({});
    vi.spyOn(unseen, 'write').mockImplementation(unreadable);
    await expect(created(task, null)).resolves.toBeUndefined();
  });
});
