import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { frontItem } from '@/lib/front/front';
import { createFrontWriter } from '@/lib/front/front-writer';
import type { ListReply } from '@/lib/front/held-list';
import { outcomesItem } from '@/lib/front/outcomes';
import { EMPTY_VIEW, viewItem } from '@/lib/front/view';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { FORM, formItems } from '@/lib/storage/form';
import { emptyBrowser } from '../../support/empty-browser';
import { newestReports, replyOf } from '../../support/sample-list';
import {
  changedOutcome,
  deletedOutcome,
  madeOutcome,
  outcomesOf,
} from '../../support/sample-outcome';
import { sampleReport } from '../../support/sample-report';

const { local, session } = fakeBrowser.storage;
const connection = { id: 'a', baseUrl: 'https://host.example' };
const later = '2026-11-02T12:00:00.000Z';

/** The writer of a worker that has read what is stored. */
async function start(signal = new AbortController().signal) {
  const onView = vi.fn();
  const writer = createFrontWriter({
    ...{ connection, onView, soon: queueMicrotask, signal, now: () => 1000 },
    view: () => ({ ...EMPTY_VIEW, awaited: ['7'] }),
  });
  await writer.load();
  /** As a task ends. */
  function end(...args: Parameters<typeof writer.outcomes.note>): void {
    writer.outcomes.note(...args);
    void writer.write();
  }
  return { ...writer, end, onView };
}

/** What pages see of the newest: ids, their number, and the number of the last outcome in them. */
async function shown() {
  const { newest } = (await frontItem.read()) ?? {};
  return newest && [newest.reports.map(({ id }) => id).join(' '), newest.total, newest.after];
}

const read = (reply: Partial<ListReply> = {}): ListReply => ({
  ...replyOf('3', '2', '1'),
  after: 1000,
  ...reply,
});

beforeEach(emptyBrowser);

describe('the newest reports as pages see them first', () => {
  it('are those of the last list of all, with what has ended since', async () => {
    const { takeReply, end } = await start();
    takeReply(RECENT_REPORTS_QUERY, read());
    await expect.poll(shown).toEqual(['3 2 1', 3, 1000]);
    end(madeOutcome('4'));
    end(deletedOutcome('2'));
    await expect.poll(shown).toEqual(['4 3 1', 3, 1002]);
    takeReply(NEWEST_QUERY, read({ ...replyOf('4', '3'), after: 1001, readAt: later }));
    await expect.poll(shown).toEqual(['4 3', 2, 1002]);
    expect((await frontItem.read())?.newest?.perPage).toBe(100);
  });

  it('never have a report that was deleted while their list was on its way', async () => {
    const { takeReply, end } = await start();
    const seen: unknown[] = [];
    frontItem.watch((front) => seen.push(front?.newest?.reports.map(({ id }) => id).join(' ')));
    end(deletedOutcome('2'));
    takeReply(RECENT_REPORTS_QUERY, read());
    await expect.poll(shown).toEqual(['3 1', 2, 1001]);
    expect(seen).toEqual(['3 1']);
  });

  it.each<[string, Partial<typeof RECENT_REPORTS_QUERY>, Partial<ListReply>]>([
    ['asked for earlier, and come later', {}, { readAt: '1970-01-01T00:00:00.000Z' }],
    ['searched', { search: 'shop' }, {}],
    ['filtered', { result: 'bad' }, {}],
    ['of another order', { sort: 'asc' }, {}],
    ['of what the service had to be asked instead', {}, { asked: NEWEST_QUERY }],
  ])('stay as they are after a list that was %s', async (_, fields, reply) => {
    const { takeReply, end } = await start();
    takeReply(RECENT_REPORTS_QUERY, read({ readAt: '1970-01-01T00:00:00.900Z' }));
    takeReply(
      { ...RECENT_REPORTS_QUERY, ...fields },
      read({ ...replyOf('9'), readAt: later, ...reply }),
    );
    end(madeOutcome('4'));
    await expect.poll(shown).toEqual(['4 3 2 1', 4, 1001]);
  });

  it('are as any answer shows them since, or gone', async () => {
    const { takeReply, takeReports, drop } = await start();
    takeReply(RECENT_REPORTS_QUERY, read());
    takeReports([sampleReport('2', { privacy: 0 }), sampleReport('8')], 0);
    drop('3');
    drop('8');
    await expect.poll(shown).toEqual(['2 1', 2, 1000]);
    const { newest } = (await frontItem.read()) ?? {};
    expect(newest?.reports[0]).toEqual(sampleReport('2', { privacy: 0 }));
    const set = vi.spyOn(local, 'set');
    takeReports([sampleReport('2', { privacy: 0 })], 0);
    expect(set).not.toHaveBeenCalled();
    set.mockRestore();
  });

  it('stay as a change has made them, whatever an answer shows that was asked for before it', async () => {
    const { takeReply, takeReports, end } = await start();
    takeReply(RECENT_REPORTS_QUERY, read());
    end({ ...changedOutcome('2', { privacy: 0 }), endedAt: 1000 });
    const privacies = async () =>
      (await frontItem.read())?.newest?.reports.map(({ privacy }) => privacy);
    await expect.poll(privacies).toEqual([1, 0, 1]);
    takeReports([sampleReport('2'), sampleReport('1', { privacy: 2 })], 999);
    await expect.poll(privacies).toEqual([1, 0, 2]);
    takeReports([sampleReport('2', { privacy: 2 })], 1001);
    await expect.poll(privacies).toEqual([1, 2, 2]);
  });

  it('are caught up by the next worker with outcomes that came after they were stored', async () => {
    await frontItem.write({ connection, newest: { ...newestReports('3', '2', '1'), after: 1 } });
    const outcomes = outcomesOf(madeOutcome('3'), deletedOutcome('2'), madeOutcome('4'));
    await outcomesItem.write(outcomes);
    const { lastOutcome, write } = await start();
    await write();
    await expect.poll(shown).toEqual(['4 3 1', 3, 3]);
    expect(lastOutcome()).toBe(3);
  });

  it('stay as they are in another run of the browser, which knows no outcomes', async () => {
    await frontItem.write({ connection, newest: { ...newestReports('3', '2'), after: 7 } });
    const { write } = await start();
    await write();
    await expect.poll(shown).toEqual(['3 2', 2, 1000]);
  });

  it.each<[string, unknown]>([
    ['none', undefined],
    ['half a value', { connection }],
    [
      'those of a connection that stands no longer',
      { connection: { ...connection, id: 'b' }, newest: newestReports('9') },
    ],
  ])('are none after %s', async (_, front) => {
    if (front) await local.set({ front });
    await start();
    expect(await frontItem.read()).toEqual({ connection, newest: null });
  });
});

describe('what pages see of tasks', () => {
  it('comes with outcomes and form in one write, and without unchanged outcomes afterwards', async () => {
    const { write, outcomes, onView } = await start();
    const set = vi.spyOn(session, 'set');
    outcomes.note(madeOutcome('4'));
    await write();
    await write();
    const keys = set.mock.calls.map(([values]) => Object.keys(values).sort());
    set.mockRestore();
    expect(keys).toEqual([['form', 'outcomes', 'view'], ['view']]);
    const view = { ...EMPTY_VIEW, connectionId: 'a', awaited: ['7'] };
    expect(await viewItem.read()).toEqual(view);
    expect(onView.mock.calls).toEqual([[view], [view]]);
    expect(await formItems.session.read()).toBe(FORM);
    expect(await outcomesItem.read()).toMatchObject({ connectionId: 'a', last: 1001, from: 1001 });
  });

  it('is not stored in a full store, and no step fails', async () => {
    const { write, outcomes } = await start();
    vi.spyOn(session, 'set').mockRejectedValueOnce(new Error('Full'));
    outcomes.note(madeOutcome('4'));
    await write();
    expect(await viewItem.read()).toBeUndefined();
    await write();
    expect((await outcomesItem.read())?.singles).toHaveLength(1);
  });

  it('is stored no more once the connection was taken down', async () => {
    const { write, takeReply } = await start(AbortSignal.abort());
    takeReply(RECENT_REPORTS_QUERY, read());
    await write();
    expect([await viewItem.read(), await frontItem.read()]).toEqual([undefined, undefined]);
  });
});

describe('the outcomes', () => {
  it('tell which reports were made, and how many are no more since one of them', async () => {
    const { outcomes, deletionsSince } = await start();
    outcomes.note(deletedOutcome('1'));
    outcomes.note({ ...madeOutcome('4'), isRow: true });
    outcomes.note({ ...deletedOutcome('2'), isRow: true });
    outcomes.note({ ...changedOutcome('3', null), standing: { name: 'gone' } });
    expect([outcomes.hasCreated('4'), outcomes.hasCreated('3')]).toEqual([true, false]);
    expect([1000, 1001, 1004].map(deletionsSince)).toEqual([3, 2, 0]);
    expect(outcomes.singles().map(({ number }) => number)).toEqual([1001, 1004]);
  });

  it.each([
    ['single', false],
    ['batched', true],
  ])('of a %s task say the result that was awaited, as news', async (_, isRow) => {
    const { takeReply, outcomes, renew, lastOutcome } = await start();
    takeReply(RECENT_REPORTS_QUERY, read());
    const unrated = { result: null, generatedAt: null };
    outcomes.note({ ...madeOutcome('4', unrated), isRow });
    outcomes.note(madeOutcome('5'));
    expect(renew(sampleReport('4'))).toBe(!isRow);
    expect(lastOutcome()).toBe(1003);
    await expect.poll(shown).toEqual(['5 4 3 2 1', 5, 1003]);
    const renewed = { number: 1003, isRenewed: true, summary: sampleReport('4') };
    const stored = await vi.waitFor(async () => {
      const all = await outcomesItem.read();
      expect(all?.last).toBe(1003);
      return all;
    });
    expect((isRow ? stored?.rows : stored?.singles)?.at(-1)).toMatchObject(renewed);
    expect((await frontItem.read())?.newest?.reports[1]).toEqual(sampleReport('4'));
  });

  it('say nothing of a result that nobody of late has asked for', async () => {
    const { outcomes, renew, lastOutcome } = await start();
    outcomes.note(deletedOutcome('4'));
    expect([renew(sampleReport('4')), renew(sampleReport('9')), lastOutcome()]).toEqual([
      ...[false, false, 1001],
    ]);
  });
});
