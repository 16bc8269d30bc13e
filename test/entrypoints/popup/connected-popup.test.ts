import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { openConnectedPopup } from '@/entrypoints/popup/connected-popup';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Outcome } from '@/lib/outcome';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { connectionStore } from '@/lib/storage/connection-store';
import { EMPTY_QUEUE } from '@/lib/submission/queue-view';
import type { Creation } from '@/lib/submission/submission';
import { pageKey } from '@/lib/url/page-key';
import { emptyBrowser } from '../../support/empty-browser';
import { storedList } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';

const onDisk = connectionStore.lists('a', 'local');
const inMemory = connectionStore.lists('a', 'session');
const later = { ...storedList('3'), readAt: '2026-11-02T12:00:00.000Z' };

const CREATED: Outcome<Creation> = { value: { state: 'created', report: null } };

async function openPopup(isPrivate = false) {
  const list = vi.fn<BackgroundApi['list']>(async () => ({ value: null }));
  const calls: unknown[][] = [];
  const noted =
    (name: string) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args]);
      return { failure: { code: 'offline' } };
    };
  const names = ['get', 'update', 'remove', 'unreadableWork'];
  const others = Object.fromEntries(names.map((name) => [name, noted(name)]));
  const popup = await openConnectedPopup(
    { id: 'a', baseUrl: 'https://host.example' },
    { tab: { id: 1, url: 'https://host.example/', isPrivate } },
    { ...others, list, create: async () => CREATED } as Partial<BackgroundApi> as BackgroundApi,
  );
  const shownIds = () => popup.list.shown.value?.reports.map(({ id }) => id);
  return { popup, list, shownIds, calls };
}

beforeEach(emptyBrowser);

describe('the list of a popup', () => {
  it('is the newer of the two that may be stored, and says where only memory had room', async () => {
    await onDisk.write([storedList('2', '1')]);
    const { popup, shownIds } = await openPopup();
    expect(shownIds()).toEqual(['2', '1']);
    expect(popup.isListMemoryOnly.value).toBe(false);
    await inMemory.write([later]);
    expect(shownIds()).toEqual(['3']);
    expect(popup.isListMemoryOnly.value).toBe(true);
    await onDisk.write([{ ...later, readAt: '2026-11-03T12:00:00.000Z' }]);
    expect(popup.isListMemoryOnly.value).toBe(false);
  });

  it('is one of its own in a private window', async () => {
    await onDisk.write([storedList('2', '1')]);
    await connectionStore.privateLists('a').write([later]);
    const { popup, list, shownIds } = await openPopup(true);
    expect(shownIds()).toEqual(['3']);
    await popup.list.refresh();
    expect(list).toHaveBeenCalledExactlyOnceWith(RECENT_REPORTS_QUERY, true);
  });
});

it('an open report follows what is stored: it is read again, and gives way to its deletion', async () => {
  const [report] = later.reports;
  if (report === undefined) throw new Error('No sample');
  await onDisk.write([later]);
  const { popup, calls } = await openPopup();
  await popup.opened.show(report);
  await onDisk.write([{ ...later, reports: [{ ...report, privacy: 0 }] }]);
  expect(calls.map(([name]) => name)).toEqual(['get', 'get']);
  const facts = { report, dueAt: later.readAt, isPrivateWindow: false };
  await connectionStore.deletions('a').write([{ ...facts, state: 'waiting' }]);
  expect(popup.opened.open.value).toBeNull();
});

it('that new results are awaited is told no more of a report that is deleted', async () => {
  const report = sampleReport('3');
  await onDisk.write([storedList('3', '2')]);
  const { popup } = await openPopup();
  popup.notice.value = { updatedId: '3' };
  const facts = { dueAt: later.readAt, isPrivateWindow: false, state: 'waiting' } as const;
  const deletions = connectionStore.deletions('a');
  await deletions.write([{ ...facts, report: sampleReport('2') }]);
  expect(popup.notice.value).toEqual({ updatedId: '3' });
  await deletions.write([{ ...facts, report }]);
  expect(popup.notice.value).toBeNull();
  // The service may answer that it makes them when the deletion was asked for.
  popup.notice.value = { updatedId: '3' };
  expect(popup.notice.value).toBeNull();
});

it('that new results have come is told of no report that is neither awaited nor listed', async () => {
  const poll = { report: sampleReport('3'), attempts: 0, nextAt: later.readAt, failure: null };
  await onDisk.write([storedList('3', '2')]);
  const polls = connectionStore.resultPolls('a');
  await polls.write([{ ...poll, isPrivateWindow: false }]);
  const { popup } = await openPopup();
  popup.notice.value = { updatedId: '3' };
  await onDisk.write([storedList('2')]);
  expect(popup.notice.value).toEqual({ updatedId: '3' });
  await polls.write([]);
  expect(popup.notice.value).toBeNull();
});

it('what is known of the page is without a report that is being deleted, until that is undone', async () => {
  const older = sampleReport('1', { result: 'bad' });
  const newest = sampleReport('2', { generatedAt: later.readAt });
  const { popup } = await openPopup();
  const rated = ({ id, result, generatedAt }: typeof newest) => ({
    ...{ reportId: id, result: result ?? 'good', generatedAt: generatedAt ?? '' },
  });
  const results = [older, newest].map(rated);
  const known = { reports: [newest, older], results };
  const page = pageKey('https://host.example/');
  await connectionStore.pages('a').write(new Map([[page, known]]));
  expect(popup.history.value).toEqual(known);
  const facts = { report: newest, dueAt: later.readAt, isPrivateWindow: false };
  await connectionStore.deletions('a').write([{ ...facts, state: 'waiting' }]);
  expect(popup.history.value).toEqual({ reports: [older], results: [rated(older)] });
  await connectionStore.deletions('a').write([]);
  expect(popup.history.value).toEqual(known);
});

describe('the work of private windows', () => {
  const report = sampleReport('7');
  const deletion = {
    report,
    dueAt: later.readAt,
    state: 'waiting',
    isPrivateWindow: true,
  } as const;
  const poll = { report, attempts: 0, nextAt: null, failure: null, isPrivateWindow: true };
  const ofBoth = { ...EMPTY_QUEUE, count: 2 };
  const ofOrdinary = { ...EMPTY_QUEUE, count: 1 };

  it.each([
    ['all of it in private windows', true, [['7'], ['7'], 2, 3]],
    ['none in ordinary ones', false, [[], [], 1, 1]],
  ] as const)('is shown: %s', async (_, isPrivate, shown) => {
    await connectionStore.deletions('a').write([deletion]);
    await connectionStore.resultPolls('a').write([poll]);
    const views = { ordinary: ofOrdinary, ofPrivateWindows: ofBoth };
    await connectionStore.submissions('a').writeViews(views);
    await connectionStore.unreadableCount('a', 'local').write(1);
    await connectionStore.unreadableCount('a', 'session').write(2);
    const { deletions, awaited, submissions, unreadable } = (await openPopup(isPrivate)).popup;
    expect([
      deletions.pending.value.map((one) => one.report.id),
      awaited.value.map((one) => one.report.id),
      submissions.more.value,
      unreadable.count.value,
    ]).toEqual(shown);
  });

  it('is asked for as such', async () => {
    const { popup, calls } = await openPopup(true);
    await popup.deletions.remove(report);
    await popup.updateResults(report);
    await popup.opened.show(report);
    await popup.unreadable.asText();
    expect(calls).toEqual([
      ['remove', report, true],
      ['update', report, { results: 1 }, true],
      ['get', report, true],
      ['unreadableWork', true],
    ]);
  });
});

describe('what is typed in a private window', () => {
  it('is kept in memory alone, and shown in private windows alone', async () => {
    const secret = await openPopup(true);
    secret.popup.list.change({ search: 'secret search', project: 'secret project' });
    secret.popup.form.enterUrl('https://host.example/secret-draft');
    await vi.waitFor(async () => {
      const stored = JSON.stringify(await fakeBrowser.storage.session.get());
      expect(stored).toContain('secret search');
      expect(stored).toContain('secret-draft');
    });
    expect(JSON.stringify(await fakeBrowser.storage.local.get())).not.toContain('secret');

    const ordinary = await openPopup();
    expect(ordinary.popup.list.query.value).toEqual(RECENT_REPORTS_QUERY);
    expect(ordinary.popup.form.url.value).toBe('https://host.example/');
    const again = await openPopup(true);
    expect(again.popup.list.query.value).toMatchObject({ search: 'secret search' });
    expect(again.popup.form.url.value).toBe('https://host.example/secret-draft');
  });

  it('is not what was typed in an ordinary one', async () => {
    const ordinary = await openPopup();
    ordinary.popup.list.change({ search: 'shop' });
    ordinary.popup.form.enterUrl('https://host.example/draft');
    await vi.waitFor(async () => {
      expect(await connectionStore.drafts.read()).toHaveLength(1);
    });
    const secret = await openPopup(true);
    expect(secret.popup.list.query.value).toEqual(RECENT_REPORTS_QUERY);
    expect(secret.popup.form.url.value).toBe('https://host.example/');
  });
});

it('what a press came to gives way to how a creation ended that was under way', async () => {
  const { popup } = await openPopup();
  const creating = popup.form.submit();
  popup.notice.value = { text: 'URL copied' };
  await creating;
  expect(popup.form.submission.value?.state).toBe('created');
  expect(popup.notice.value).toBeNull();
});
