import { describe, expect, it } from 'vitest';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { listOf } from '../../../support/fake-client';
import { createQueueDisk, serveList, startQueue } from '../../../support/queue-worker';
import { sampleDetails, sampleReport } from '../../../support/sample-report';
import { sampleSubmission } from '../../../support/sample-submission';
import {
  draft,
  failure,
  lost,
  PAUSES,
  startUnanswered,
  url,
} from '../../../support/unanswered-queue';

const created = sampleReport('3', { url });

describe('a search', () => {
  it('asks for the address, and then for the newest of all', async () => {
    const { queue, client, controller } = startUnanswered();
    await queue.create('a', draft, false);
    const query = { ...RECENT_REPORTS_QUERY, perPage: 100 };
    expect(client.list.mock.calls).toEqual([
      [{ ...query, search: url }, controller.signal],
      [query, controller.signal],
    ]);
  });

  it('asks for an address without its query and fragment, which may hold secrets', async () => {
    const { queue, client, wakeIn } = startUnanswered();
    const secret = 'https://host.example/a%20b/?token=3f2a9b1c&x=/y?#/route?key=1';
    await queue.create('a', { url: secret, privacy: 1 }, false);
    for (const pause of PAUSES) await wakeIn(pause);
    const searches = client.list.mock.calls.map(([{ search }]) => search);
    expect(new Set(searches)).toEqual(new Set(['https://host.example/a%20b/', '']));
  });

  it('takes only the report of the very page among those of its path', async () => {
    const started = startUnanswered();
    const asked = { url: `${url}?page=2`, privacy: 1 } as const;
    const report = sampleReport('5', { url: asked.url });
    const others = [sampleReport('6', { url: `${url}?page=3` }), sampleReport('4', { url })];
    serveList(started, ...others, report);
    await expect(started.queue.create('a', asked, false)).resolves.toEqual({
      value: { state: 'created', report },
    });
  });

  it.each([
    ['without its fragment', 'https://app.example/', 'created'],
    ['with another fragment', 'https://app.example/#/other', 'queued'],
  ])('tells the report of a hash route that is kept %s', async (_, kept, state) => {
    const started = startUnanswered();
    serveList(started, sampleReport('5', { url: kept }));
    const creation = started.queue.create(
      'a',
      { url: 'https://app.example/#/c', privacy: 1 },
      false,
    );
    await expect(creation).resolves.toMatchObject({ value: { state } });
  });

  it.each<[string, number | null, number]>([
    ['may have left it out, and then a person decides', null, 1],
    ['are all there are, and then it is sent again', 100, 2],
  ])('that shows new reports alone: these %s', async (_, total, sends) => {
    const { queue, client, knownIds, wakeIn } = startUnanswered();
    knownIds.mockResolvedValue(['2']);
    const others = Array.from({ length: 100 }, (_, at) =>
      sampleReport(String(200 - at), { url: `${url}?page=${at}` }),
    );
    client.list.mockResolvedValue({ value: { ...listOf(...others), total } });
    await queue.create('a', draft, false);
    for (const pause of [...PAUSES, 0]) await wakeIn(pause);
    expect(client.create).toHaveBeenCalledTimes(sends);
  });

  it('takes a report that is listed twice for one of two submissions of its page', async () => {
    const kept = [lost('a'), lost('b', { order: 2 })];
    const started = startQueue(createQueueDisk(...kept));
    serveList(started, created, created);
    await started.queue.runDue();
    expect(started.onAccepted.mock.calls.map(([{ id }]) => id)).toEqual(['a']);
    expect(started.states()).toEqual({ b: 'checking' });
  });

  it('ends with the first list that shows the report', async () => {
    const started = startUnanswered();
    serveList(started, created);
    await started.queue.create('a', draft, false);
    expect(started.client.list).toHaveBeenCalledTimes(1);
  });

  it.each(['https://HOST.example/new#part', 'https://host.example/new/', `${url}?utm_source=x`])(
    'finds a report that the service keeps as %s',
    async (spelling) => {
      const started = startUnanswered();
      const report = sampleReport('3', { url: spelling });
      serveList(started, report);
      await expect(started.queue.create('a', draft, false)).resolves.toEqual({
        value: { state: 'created', report },
      });
    },
  );

  it.each<[string, Report]>([
    ['that was known', sampleReport('2', { url })],
    ['that is older than those that were known', sampleReport('1', { url })],
    ['of another privacy', { ...created, privacy: 0 }],
    ['of another page', { ...created, url: `${url}/other` }],
    ['without an address', { ...created, url: null }],
  ])('does not take a report for it %s', async (_, report) => {
    const { queue, client, knownIds, states } = startUnanswered();
    knownIds.mockResolvedValue(['2']);
    client.list.mockResolvedValue({ value: listOf(report) });
    await queue.create('a', draft, false);
    expect(states()).toEqual({ a: 'checking' });
  });

  it('finds the others on the way', async () => {
    const other = lost('b', { order: 2, url: 'https://host.example/other' });
    const started = startQueue(createQueueDisk(lost('a'), other));
    const found = sampleReport('4', { url: other.url });
    serveList(started, created, found);
    started.client.list.mockResolvedValueOnce({ value: listOf(created, found) });
    await started.queue.runDue();
    expect(started.store.stored).toEqual([]);
    expect(started.client.list.mock.calls.length).toBeLessThanOrEqual(2);
    const accepted = started.onAccepted.mock.calls.map(([{ id }, report]) => [id, report?.id]);
    expect(accepted.toSorted()).toEqual([
      ['a', '3'],
      ['b', '4'],
    ]);
  });

  it('takes one report for one submission', async () => {
    const started = startQueue(createQueueDisk(lost('a'), lost('b', { order: 2 })));
    serveList(started, created);
    await started.queue.runDue();
    expect(started.store.stored).toMatchObject([{ id: 'b', knownIds: ['3'] }]);
    serveList(started, sampleReport('4', { url }), created);
    await started.wakeIn(15_000);
    expect(started.store.stored).toEqual([]);
  });

  it('asks no person because of a report that it has just given to another', async () => {
    const early = { url, sends: 1, requestedAt: '2026-11-02T11:50:00.000Z' };
    const unconfirmed = { state: 'needs-attention', reason: 'unconfirmed', failure } as const;
    const last = { ...lost('b', { order: 2, requestedAt: '2026-11-02T11:58:00.000Z' }), checks: 4 };
    const started = startUnanswered(sampleSubmission('a', unconfirmed, early), last);
    serveList(started, { ...created, generatedAt: '2026-11-02T11:50:01.000Z', hasExactTime: true });
    await started.queue.runDue();
    expect(started.onAccepted.mock.calls.map(([{ id }]) => id)).toEqual(['a']);
    expect(started.sentUrls()).toEqual([url]);
  });

  it('does not take the report of a request that is out for an older one of its page', async () => {
    const unconfirmed = sampleSubmission(
      'a',
      { state: 'needs-attention', reason: 'unconfirmed', failure },
      { url },
    );
    const { queue, client, onAccepted, states } = startQueue(createQueueDisk(unconfirmed));
    client.create.mockImplementation(async () => {
      await queue.reconcile([created], false);
      return { value: sampleDetails('3', { url }) };
    });
    await queue.create('b', draft, false);
    expect(onAccepted.mock.calls.map(([{ id }]) => id)).toEqual(['b']);
    await queue.reconcile([created], false);
    expect(states()).toEqual({ a: 'needs-attention' });
  });
});
