import { describe, expect, it, vi } from 'vitest';
import { createSession } from '@/lib/background/session';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import { createRequestLimits } from '@/lib/service/limited-client';
import { createClock } from '../../support/clock';
import { createFakeClient, listOf } from '../../support/fake-client';
import { fakeDigest } from '../../support/fake-digest';
import { holdAnswers } from '../../support/held-answers';
import { createMemoryLocks } from '../../support/memory-locks';
import { createMemoryStore } from '../../support/memory-store';
import { quiescence } from '../../support/quiescence';
import { storedList } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';

const renewed = { result: 'bad', generatedAt: '2026-11-02T12:00:01.000Z' } as const;
const refused: Failure = { code: 'keyRefused', message: null };

function openSession(store = createMemoryStore()) {
  const client = createFakeClient();
  const clock = createClock('2026-11-02T12:00:00.000Z');
  const wakeAt = vi.fn((_: number | null) => {});
  const connection = { id: 'a', baseUrl: 'https://host.example' };
  const session = createSession(connection, client, async () => null, {
    limits: createRequestLimits(),
    store,
    runExclusive: createMemoryLocks(),
    isOnline: () => true,
    keepAwake: (work) => work,
    wakeAt,
    isPopupOpen: async () => true,
    notify: async () => true,
    refreshBadge() {},
    digest: fakeDigest,
    newId: () => 'salt',
    now: clock.now,
  });
  const listedIds = () => store.lists('a').stored?.[0]?.reports.map(({ id }) => id);
  const pageOf = (url: string) => store.pages('a').stored.get(url);
  return { client, store, clock, wakeAt, session, listedIds, pageOf };
}

/** A session that has read the list, with the reports 2 and 1. */
async function openListed() {
  const opened = openSession();
  await opened.session.refreshLists(false);
  return opened;
}

describe('a session', () => {
  it('stores the list that it reads, and the pages of its reports', async () => {
    const { listedIds, pageOf } = await openListed();
    expect(listedIds()).toEqual(['2', '1']);
    expect(pageOf('https://host.example/2')).toMatchObject({
      reports: [{ id: '2' }],
      results: [{ reportId: '2', result: 'good' }],
    });
  });

  it('reads the list of private windows again only where one was read', async () => {
    const { session, store } = await openListed();
    expect(store.privateLists('a').stored).toBeUndefined();
    await store.privateLists('a').write([storedList('1')]);
    await session.refreshLists(false);
    expect(store.privateLists('a').stored?.[0]?.reports).toHaveLength(2);
  });

  it('shows a report as it now is in the lists and on its page', async () => {
    const { store, session, pageOf } = await openListed();
    await store.privateLists('a').write([storedList('1')]);
    const changed = sampleReport('1', renewed);
    await session.updateReport(changed, false);
    expect(store.lists('a').stored?.[0]?.reports).toContainEqual(changed);
    expect(store.privateLists('a').stored?.[0]?.reports).toEqual([changed]);
    expect(pageOf('https://host.example/1')).toMatchObject({ reports: [changed] });
  });

  it('takes a report that is no more from the lists and from its page', async () => {
    const { store, session, listedIds, pageOf } = await openListed();
    await store.privateLists('a').write([storedList('2')]);
    await session.forgetReport(sampleReport('2'));
    expect(listedIds()).toEqual(['1']);
    expect(store.privateLists('a').stored?.[0]?.reports).toEqual([]);
    expect(pageOf('https://host.example/2')).toBeUndefined();
  });

  it('awaits no results of it only once it is off the list, or they would seem to have come', async () => {
    const { store, session, listedIds } = await openListed();
    await session.awaitResult(sampleReport('2'), false);
    const listed: (string[] | undefined)[] = [];
    store.resultPolls('a').watch(() => listed.push(listedIds()));
    const lists = store.lists('a');
    const write = lists.write.bind(lists);
    vi.spyOn(lists, 'write').mockImplementation(async (value) => {
      await quiescence();
      await write(value);
    });
    await session.forgetReport(sampleReport('2'));
    expect(store.resultPolls('a').stored).toEqual([]);
    expect(listed).toEqual([['1']]);
  });

  it('tells the queue the ids that were there before: those listed, and those of the page', async () => {
    const { client, session, store } = openSession();
    const listed = [sampleReport('x2'), sampleReport('x1')];
    client.list.mockResolvedValueOnce({ value: listOf(sampleReport('x7')) });
    client.list.mockResolvedValue({ value: listOf(...listed) });
    await session.refreshLists(false);
    await session.refreshLists(false);
    client.create.mockResolvedValue({ failure: refused });
    const url = 'https://host.example/x7?utm_source=x';
    await session.queue.create('new-1', { url, privacy: 1 }, false);
    const [stored] = store.submissions('a').stored;
    expect(stored?.knownIds.toSorted()).toEqual(['x1', 'x2', 'x7']);
  });

  it('knows the listed ids also where only memory has room for the list', async () => {
    const { client, session, store } = openSession();
    const url = `https://host.example/${'x'.repeat(3_000)}`;
    client.list.mockResolvedValue({ value: listOf(sampleReport('x8', { url })) });
    client.create.mockResolvedValue({ failure: refused });
    vi.spyOn(store.lists('a'), 'write').mockRejectedValue(new Error('No space left'));
    await session.refreshLists(false);
    await session.queue.create('new-1', { url, privacy: 1 }, false);
    expect(store.submissions('a').stored[0]?.knownIds).toEqual(['x8']);
  });
});

describe('closing a session', () => {
  it('gives up its requests and keeps late answers out of the store', async () => {
    const { client, store, session } = openSession();
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    const refreshing = session.refreshLists(false);
    await lists.asked(1);
    await session.close();
    expect(client.list.mock.lastCall?.[1]?.aborted).toBe(true);
    lists.answer(0, { value: listOf(sampleReport('2')) });
    await refreshing;
    expect(store.names()).toEqual([]);
  });

  it('lets nothing be changed any more, wherever it is stored', async () => {
    const { store, session } = await openListed();
    await store.lists('a', 'session').write([storedList('2', '1')]);
    const before = store.everything();
    await session.close();
    await session.deletions.schedule(sampleReport('1'), false);
    await session.awaitResult(sampleReport('1'), false);
    await session.updateReport(sampleReport('1', renewed), false);
    await session.forgetReport(sampleReport('2'));
    await session.unreadable.count();
    expect(store.everything()).toEqual(before);
  });
});
