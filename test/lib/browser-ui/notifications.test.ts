import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browserUiItems } from '@/lib/browser-ui/browser-ui-items';
import { createNotifications } from '@/lib/browser-ui/notifications';
import type { News } from '@/lib/browser-ui/report-news';
import type { JobLine } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import { INITIAL_PREFERENCES, type Preferences, preferencesItem } from '@/lib/settings/preferences';
import { emptyBrowser } from '../../support/empty-browser';
import {
  creation,
  deletion,
  finishedCreation,
  sampleJob,
  sampleLine,
  update,
} from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';

const url = 'https://user:secret@shop.example:8443/cart?token=1#part';
const failed = { high: 2, medium: 4, low: 3 };
const shownResult = { result: 'good', score: 87, failed } as const;
const report = sampleReport('7', shownResult);
const operation = creation({ url });
const entry = { job: sampleJob('a', [operation]), index: 0, operation };
const unseen = browserUiItems.unseenReport('a');

function finishedCreationOf(createdReport: Report | null, isPrivate = false) {
  const one = finishedCreation('a', createdReport, { isPrivate });
  return { ...one, operation: { ...one.operation, subject: operation.subject } };
}

const rejectCall = () => Promise.reject(new Error('Unreadable'));

beforeEach(() => {
  vi.restoreAllMocks();
  emptyBrowser();
});

async function startNotifications(chosen: Partial<Preferences>, visiblePage = '') {
  await preferencesItem.write({ ...INITIAL_PREFERENCES, ...chosen });
  const show = vi.fn(async (_id: string, _news: News) => true);
  const notifications = createNotifications({
    connectionId: 'a',
    preferences: preferencesItem,
    unseen,
    show,
    onUnseen() {},
    isExtensionPageVisible: async (page) => page === visiblePage,
  });
  return { ...notifications, show };
}

const bothKinds = { notifiesOfDone: true, notifiesOfAttention: true };

describe('a notification', () => {
  it('has the id of its job, and names host and rating', async () => {
    const { finished, show } = await startNotifications(bothKinds);
    await finished(finishedCreationOf(report));
    const news = { kind: 'created', host: 'shop.example:8443', ...shownResult };
    expect(show.mock.calls).toEqual([['job=a/a', news]]);
    expect(await unseen.read()).toBeUndefined();
  });

  it.each<[string, boolean, string]>([
    ['from a private window', true, ''],
    ['while the popup is open', false, 'popup.html'],
    ['while the page of all reports is open', false, 'reports.html'],
  ])(
    'is not shown for a report %s, and the badge is not shown either',
    async (_, isPrivate, visiblePage) => {
      const { finished, needsAttention, announceBatches, show } = await startNotifications(
        bothKinds,
        visiblePage,
      );
      await finished(finishedCreationOf(report, isPrivate));
      await needsAttention({ ...entry, job: { ...entry.job, isPrivate } });
      const batch = sampleLine('b', update(), { isBatch: true, isPrivate, size: 2 });
      for (const done of [0, 2])
        await announceBatches([withCounts(batch, { done, queued: 2 - done })]);
      expect(show).not.toHaveBeenCalled();
      expect(await unseen.read()).toBeUndefined();
    },
  );

  it('is shown only for a kind that the person has chosen', async () => {
    const { finished, needsAttention, show } = await startNotifications({
      notifiesOfAttention: true,
    });
    await finished(finishedCreationOf(report));
    await needsAttention(entry);
    expect(show.mock.calls).toMatchObject([['job=a/a', { kind: 'attention' }]]);
  });

  it.each(['javascript:alert(1)', 'nonsense', ''])(
    'names no host for the address %j',
    async (address) => {
      const { needsAttention, show } = await startNotifications(bothKinds);
      await needsAttention({ ...entry, operation: creation({ url: address }) });
      expect(show.mock.lastCall?.[1]).toMatchObject({ host: null });
    },
  );
});

function withCounts(line: JobLine, counts: Partial<JobLine['counts']>): JobLine {
  return { ...line, counts: { ...line.counts, queued: 0, ...counts } };
}

describe('a notification of a batch', () => {
  const begun = sampleLine('b', creation(), { isBatch: true, size: 14 });
  const lastTwoSending = withCounts(begun, { done: 12, sending: 2 });
  const done = withCounts(begun, { done: 14 });
  const refused = withCounts(begun, { done: 12, needsAttention: 2 });

  async function newsOf(
    lines: JobLine[],
    chosen: Partial<Preferences> = bothKinds,
    visiblePage = '',
  ) {
    const { announceBatches, show } = await startNotifications(chosen, visiblePage);
    for (const line of lines) await announceBatches([line]);
    expect(await unseen.read()).toBeUndefined();
    return show.mock.calls;
  }

  it('is shown once when the batch has ended, and has the id of the batch', async () => {
    const news = { kind: 'batch', done: 14, failed: 0 };
    expect(await newsOf([begun, lastTwoSending, done, done])).toEqual([['batch=a/b', news]]);
  });

  it('is shown again after a retry, and replaces the former notification', async () => {
    const retried = withCounts(begun, { done: 12, queued: 2 });
    expect(await newsOf([begun, refused, retried, done])).toEqual([
      ['batch=a/b', { kind: 'batch', done: 12, failed: 2 }],
      ['batch=a/b', { kind: 'batch', done: 14, failed: 0 }],
    ]);
  });

  it.each([
    ['update', 'changed', update()],
    ['delete', 'deleted', deletion()],
  ] as const)(
    'is shown at the end of a batch of the kind "%s", unless the popup is visible',
    async (kind, news, first) => {
      const lines = [lastTwoSending, refused].map((line) => ({ ...line, kind, first }));
      expect(await newsOf(lines)).toEqual([['job=a/b', { kind: news, done: 12, failed: 2 }]]);
      expect(await newsOf(lines, bothKinds, 'popup.html')).toEqual([]);
    },
  );

  it('is shown once when refusals pause a batch', async () => {
    const failure = { code: 'notAllowed', message: 'No more reports.' } as const;
    const pauseReason = { code: 'refusals', failure } as const;
    const paused = { ...lastTwoSending, isPaused: true, pauseReason };
    const news = { kind: 'paused', failure };
    expect(await newsOf([begun, paused, paused])).toEqual([['batch=a/b', news]]);
    expect(await newsOf([paused, paused])).toEqual([]);
    expect(await newsOf([begun, paused], { notifiesOfDone: true })).toEqual([]);
    const edits: JobLine = { ...paused, kind: 'delete' };
    expect(await newsOf([{ ...edits, pauseReason: null }, edits])).toEqual([['job=a/b', news]]);
  });

  it.each<[string, Partial<Preferences>, JobLine, number]>([
    [
      'is shown if the person has chosen notifications of finished reports',
      { notifiesOfDone: true },
      refused,
      1,
    ],
    [
      'is shown after failures if the person has chosen notifications of failures',
      { notifiesOfAttention: true },
      refused,
      1,
    ],
    [
      'is not shown without failures if the person has chosen notifications of failures',
      { notifiesOfAttention: true },
      done,
      0,
    ],
    ['is not shown if the person has chosen no kind', {}, refused, 0],
  ])('%s', async (_, chosen, end, times) => {
    expect(await newsOf([lastTwoSending, end], chosen)).toHaveLength(times);
  });

  it.each<[string, JobLine[], string]>([
    ['was cancelled', [lastTwoSending, withCounts(begun, { done: 12, cancelled: 2 })], ''],
    ['had ended before the worker started', [done], ''],
    ['ends while All reports is visible', [lastTwoSending, done], 'reports.html'],
  ])('is not shown for a batch that %s', async (_, lines, visiblePage) => {
    expect(await newsOf(lines, bothKinds, visiblePage)).toEqual([]);
  });
});

describe('without notifications', () => {
  it.each<[string, Partial<Preferences>, () => Promise<boolean>]>([
    ['the person has chosen no kind', {}, async () => true],
    ['the browser allows no notifications', bothKinds, async () => false],
    ['the browser fails to show a notification', bothKinds, rejectCall],
  ])(
    'the badge shows the result of a report until the popup is opened if %s',
    async (_, chosen, answer) => {
      const { finished, markSeen, show } = await startNotifications(chosen);
      show.mockImplementation(answer);
      await finished(finishedCreationOf(report));
      expect(await unseen.read()).toEqual(shownResult);
      await markSeen();
      expect(await unseen.read()).toBeUndefined();
    },
  );

  it('finished() resolves even if the result for the badge cannot be stored', async () => {
    const { finished } = await startNotifications({});
    vi.spyOn(unseen, 'write').mockImplementation(rejectCall);
    await expect(finished(finishedCreationOf(null))).resolves.toBeUndefined();
  });
});
