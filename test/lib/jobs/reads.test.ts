import { beforeEach, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { createBackoffState } from '@/lib/jobs/backoff-state';
import { createClock } from '@/lib/jobs/clock';
import { createReads, type Reads } from '@/lib/jobs/reads';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { createDeferredCalls } from '../../support/deferred-calls';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient } from '../../support/fake-client';
import { FAILURES } from '../../support/sample-failures';

const now = () => Date.parse('2026-11-02T12:00:00.000Z');

function start(missing: Failure | null = null) {
  const client = createFakeClient();
  const { signal } = new AbortController();
  const backoff = createBackoffState('a', signal, now);
  const missingPermission = async () => missing;
  const clock = createClock(now);
  const reads = createReads({ client, backoff, clock, missingPermission, signal, now });
  const listener = vi.fn(async () => {});
  reads.onList(listener);
  return { client, backoff, reads, listener };
}

beforeEach(emptyBrowser);

const calls = {
  list: (reads: Reads) => reads.list(RECENT_REPORTS_QUERY),
  get: (reads: Reads) => reads.get('1'),
  account: (reads: Reads) => reads.getAccount(),
};

it.each(['list', 'get', 'account'] as const)(
  'a failed %s begins a backoff with its actual cause',
  async (call) => {
    const causeOf = async (failure: Failure, missing: Failure | null) => {
      const { client, reads, backoff } = start(missing);
      client[call].mockResolvedValue({ failure });
      await calls[call](reads);
      return backoff.get()?.failure;
    };
    const missing = FAILURES['a missing permission'];
    expect(await causeOf(FAILURES.unreachable, null)).toEqual(FAILURES.unreachable);
    expect(await causeOf(FAILURES.unreachable, missing)).toEqual(missing);
    expect(await causeOf(FAILURES['500'], missing)).toEqual(FAILURES['500']);
  },
);

it.each(['list', 'get'] as const)(
  'a %s for an operation needs the host permission',
  async (call) => {
    const missing = FAILURES['a missing permission'];
    const { client, backoff, reads } = start(missing);
    const read = {
      list: () => reads.list(RECENT_REPORTS_QUERY, { operationId: 'job-0', isPrivate: false }),
      get: () => reads.get('1', 'job-0'),
    };
    await read[call]();
    expect(client[call]).not.toHaveBeenCalled();
    expect(backoff.get()).toMatchObject({ failure: missing, metBy: 'read' });
  },
);

it('a refused list begins a backoff, unlike a refused account', async () => {
  const { client, backoff, reads } = start();
  client.account.mockResolvedValue({ failure: FAILURES['401'] });
  expect(await reads.getAccount()).toEqual({ failure: FAILURES['401'] });
  expect(backoff.get()).toBeNull();
  client.list.mockResolvedValue({ failure: FAILURES['401'] });
  await reads.list(RECENT_REPORTS_QUERY);
  expect(backoff.get()).toMatchObject({ failure: FAILURES['401'], until: null });
});

it('a list resolves after its listeners have handled it, even if a listener fails', async () => {
  const { reads, listener } = start();
  const hearing = createDeferredCalls<void>();
  listener.mockImplementation(hearing.call);
  const resolved = vi.fn();
  const reading = reads.list(RECENT_REPORTS_QUERY, { operationId: 'job-0', isPrivate: true }, 2);
  void reading.then(resolved);
  await hearing.untilCount(1);
  expect(resolved).not.toHaveBeenCalled();
  hearing.reject(0);
  const read = await reading;
  const requested = { query: RECENT_REPORTS_QUERY, page: 2, isPrivate: true, requestedAt: now() };
  expect(read).toMatchObject({ ...requested, list: { value: { total: 2 } } });
  expect(listener).toHaveBeenCalledWith(expect.objectContaining(requested));
});
