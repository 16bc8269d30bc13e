import { describe, expect, it, vi } from 'vitest';
import { createSession } from '@/lib/background/session';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { createClock } from '../../support/clock';
import { createFakeClient, listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { createMemoryStore } from '../../support/memory-store';
import { sampleDetails, sampleReport } from '../../support/sample-report';

const renewed = { result: 'bad', generatedAt: '2026-11-02T12:00:01.000Z' } as const;

function openSession(store = createMemoryStore()) {
  const client = createFakeClient();
  const clock = createClock('2026-11-02T12:00:00.000Z');
  const wakeAt = vi.fn((_: number | null) => {});
  const connection = { id: 'a', baseUrl: 'https://host.example' };
  const explain = vi.fn(async (failure: Failure) => failure);
  const isOnline = vi.fn(() => true);
  const session = createSession(connection, client, explain, {
    store,
    isOnline,
    keepAwake: (work) => work,
    wakeAt,
    now: clock.now,
  });
  const listedIds = () => store.list('a').stored?.reports.map(({ id }) => id);
  return { client, store, clock, wakeAt, session, listedIds };
}

describe('a session', () => {
  it('reads lists and can be told to give up', async () => {
    const { client, session, listedIds } = openSession();
    await session.list.refresh();
    expect(client.list).toHaveBeenCalledExactlyOnceWith(RECENT_REPORTS_QUERY, session.signal);
    expect(listedIds()).toEqual(['2', '1']);
    expect(session.signal.aborted).toBe(false);
  });

  it('remembers the pages of the reports that it reads', async () => {
    const { session } = openSession();
    await session.list.refresh();
    await expect(session.pages.of('https://host.example/2#part')).resolves.toMatchObject({
      reports: [{ id: '2' }],
      results: [{ reportId: '2', result: 'good' }],
    });
  });

  it('shows a report as it now is in the list and on its page', async () => {
    const { store, session } = openSession();
    await session.list.refresh();
    const changed = sampleReport('1', renewed);
    await session.keep(changed);
    expect(store.list('a').stored?.reports).toContainEqual(changed);
    await expect(session.pages.of('https://host.example/1')).resolves.toMatchObject({
      reports: [changed],
    });
  });

  it('takes a report that is no more from the list and from its page', async () => {
    const { session, listedIds } = openSession();
    await session.list.refresh();
    await session.forget(sampleReport('2'));
    expect(listedIds()).toEqual(['1']);
    await expect(session.pages.of('https://host.example/2')).resolves.toEqual({
      reports: [],
      results: [],
    });
  });

  it('knows the ids that are listed, and those of a page', async () => {
    const { client, session, store } = openSession();
    const known = () => store.submissions('a').stored.at(-1);
    client.create.mockResolvedValue({ failure: { code: 'key-refused', message: null } });
    const draft = { url: 'https://host.example/7', privacy: 1 } as const;
    await session.queue.create('new-1', draft, false);
    expect(known()).toMatchObject({ knownIds: [], newestKnownId: null });
    await session.pages.note([sampleReport('7')]);
    await session.list.refresh();
    const url = 'https://host.example/7?utm_source=x';
    await session.queue.create('new-2', { url, privacy: 1 }, false);
    expect(known()).toMatchObject({ knownIds: [], newestKnownId: '2' });
    const next = openSession(store);
    next.client.create.mockResolvedValue({ failure: { code: 'key-refused', message: null } });
    await next.session.queue.create('new-3', { url, privacy: 1 }, false);
    expect(known()?.knownIds.toSorted()).toEqual(['1', '2', '7']);
    expect(known()).toMatchObject({ newestKnownId: '7' });
  });
});

describe('a session whose store has no space for the list', () => {
  it('knows the ids that are listed all the same', async () => {
    const { client, session, store } = openSession();
    const url = `https://host.example/${'x'.repeat(3_000)}`;
    client.list.mockResolvedValue({ value: listOf(sampleReport('8', { url })) });
    client.create.mockResolvedValue({ failure: { code: 'key-refused', message: null } });
    vi.spyOn(store.list('a'), 'write').mockRejectedValue(new Error('No space left'));
    await session.list.refresh();
    await session.queue.create('new-1', { url, privacy: 1 }, false);
    expect(store.submissions('a').stored[0]?.knownIds).toEqual(['8']);
  });
});

describe('what a session has to do', () => {
  it('wakes the worker for the deletion or the awaited result that is due first', async () => {
    const { clock, wakeAt, session } = openSession();
    await session.deletions.schedule(sampleReport('1'));
    await session.runDue();
    expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + 6_000);
    await session.awaitResult(sampleReport('2'));
    await session.runDue();
    expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + 2_000);
  });

  it('takes the wake-up back when nothing is left', async () => {
    const { wakeAt, session } = openSession();
    await session.deletions.schedule(sampleReport('1'));
    await session.deletions.withdraw('1');
    await session.runDue();
    expect(wakeAt).toHaveBeenLastCalledWith(null);
  });

  it('takes a report out of list and page once it is deleted, and reads the list', async () => {
    const { client, clock, session, listedIds } = openSession();
    await session.list.refresh();
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    await session.deletions.schedule(sampleReport('2'));
    expect(listedIds()).toEqual(['2', '1']);
    clock.pass(6_000);
    await session.runDue();
    expect(client.remove).toHaveBeenCalledTimes(1);
    expect(listedIds()).toEqual(['1']);
    await expect(session.pages.of('https://host.example/2')).resolves.toHaveProperty('reports', []);
    await lists.asked(1);
  });

  it('shows a new result in list and page once it has come', async () => {
    const { client, clock, store, session } = openSession();
    await session.list.refresh();
    await session.awaitResult(sampleReport('1'));
    client.get.mockResolvedValue({ value: sampleDetails('1', renewed) });
    clock.pass(2_000);
    await session.runDue();
    expect(store.list('a').stored?.reports).toContainEqual(sampleReport('1', renewed));
    const { results } = await session.pages.of('https://host.example/1');
    expect(results.map(({ result }) => result)).toEqual(['good', 'bad']);
  });
});

describe('a report that was made', () => {
  it('is awaited where it has no result yet, and listed', async () => {
    const { client, session, store, listedIds } = openSession();
    await session.list.refresh();
    client.list.mockImplementation(holdAnswers<never>().call);
    const pending = sampleDetails('3', { result: null });
    client.create.mockResolvedValue({ value: pending });
    await session.queue.create('new-1', { url: 'https://host.example/3', privacy: 1 }, false);
    expect(listedIds()).toEqual(['3', '2', '1']);
    expect(store.resultPolls('a').stored).toMatchObject([{ report: { id: '3' } }]);
  });

  it('is found by any list, which also lets go on what waited', async () => {
    const { client, clock, session, store, wakeAt } = openSession();
    client.create.mockResolvedValue({ failure: { code: 'timed-out', seconds: 180 } });
    await session.queue.create('new-1', { url: 'https://host.example/3', privacy: 1 }, false);
    await session.runDue();
    expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + 5_000);
    client.list.mockResolvedValue({ value: listOf(sampleReport('3')) });
    await session.list.refresh();
    expect(store.submissions('a').stored).toEqual([]);
    await vi.waitFor(() => expect(wakeAt).toHaveBeenLastCalledWith(null), { interval: 1 });
  });
});

describe('closing a session', () => {
  it('gives up its requests', async () => {
    const { session } = openSession();
    await session.close();
    expect(session.signal.aborted).toBe(true);
  });

  it('keeps late answers out of the store', async () => {
    const { client, store, session } = openSession();
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    const refreshing = session.list.refresh();
    await lists.asked(1);
    await session.close();
    lists.answer(0, { value: listOf(sampleReport('2')) });
    await refreshing;
    expect(store.names()).toEqual([]);
  });

  it('lets nothing be stored any more', async () => {
    const { store, session } = openSession();
    await session.list.refresh();
    const before = [store.list('a').stored, store.pages('a').stored];
    await session.close();
    await session.deletions.schedule(sampleReport('1'));
    await session.awaitResult(sampleReport('1'));
    await session.keep(sampleReport('1', renewed));
    await session.forget(sampleReport('2'));
    expect([store.list('a').stored, store.pages('a').stored]).toEqual(before);
    expect(store.names()).toEqual(['a/list', 'a/pageIndex', 'a/pages']);
  });
});
