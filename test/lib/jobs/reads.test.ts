import { beforeEach, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { createClock } from '@/lib/jobs/clock';
import { createReads, type Reads } from '@/lib/jobs/reads';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { createDeferredCalls } from '../../support/deferred-calls';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient } from '../../support/fake-client';
import { FAILURES } from '../../support/sample-failures';

const now = () => Date.parse('2026-11-02T12:00:00.000Z');

/** Creates the reads of a service whose host permission may be missing. */
function start(missing: Failure | null = null) {
  const client = createFakeClient();
  const { signal } = new AbortController();
  const onEnd = vi.fn();
  const missingPermission = async () => missing;
  const clock = createClock(now);
  const reads = createReads({ client, onEnd, clock, missingPermission, signal, now });
  const listener = vi.fn(async () => {});
  reads.onList(listener);
  return { client, onEnd, reads, listener };
}

beforeEach(emptyBrowser);

const calls = {
  list: (reads: Reads) => reads.list(RECENT_REPORTS_QUERY),
  get: (reads: Reads) => reads.get('1'),
  account: (reads: Reads) => reads.getAccount(),
};

it.each(['list', 'get', 'account'] as const)(
  'a failed %s reports a missing permission as its cause, if the service was unreachable',
  async (call) => {
    const causeOf = async (failure: Failure, missing: Failure | null) => {
      const { client, reads, onEnd } = start(missing);
      client[call].mockResolvedValue({ failure });
      await calls[call](reads);
      expect(onEnd).toHaveBeenCalledExactlyOnceWith(null, expect.anything());
      return onEnd.mock.calls[0]?.[1];
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
    const { client, onEnd, reads } = start(missing);
    const read = {
      list: () => reads.list(RECENT_REPORTS_QUERY, { operationId: 'job-0', isPrivate: false }),
      get: () => reads.get('1', 'job-0'),
    };
    await read[call]();
    expect(client[call]).not.toHaveBeenCalled();
    expect(onEnd).toHaveBeenCalledExactlyOnceWith('job-0', missing);
  },
);

it.each(['list', 'get', 'account'] as const)(
  'a successful %s ends without a failure',
  async (call) => {
    const { reads, onEnd } = start();
    await calls[call](reads);
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(null, null);
  },
);

it('a refused account does not count as a failed read, and a refused list does', async () => {
  const { client, onEnd, reads } = start();
  client.account.mockResolvedValue({ failure: FAILURES['401'] });
  expect(await reads.getAccount()).toEqual({ failure: FAILURES['401'] });
  expect(onEnd).not.toHaveBeenCalled();
  client.list.mockResolvedValue({ failure: FAILURES['401'] });
  await reads.list(RECENT_REPORTS_QUERY);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(null, FAILURES['401']);
});

it('the read of a list resolves after the end of its listeners, even if a listener fails', async () => {
  const { reads, listener } = start();
  const listenerCalls = createDeferredCalls<void>();
  listener.mockImplementation(listenerCalls.call);
  const resolved = vi.fn();
  const reading = reads.list(RECENT_REPORTS_QUERY, { operationId: 'job-0', isPrivate: true }, 2);
  void reading.then(resolved);
  await listenerCalls.untilCount(1);
  expect(resolved).not.toHaveBeenCalled();
  listenerCalls.reject(0);
  const read = await reading;
  const requested = { query: RECENT_REPORTS_QUERY, page: 2, isPrivate: true, requestedAt: now() };
  expect(read).toMatchObject({ ...requested, list: { value: { total: 2 } } });
  expect(listener).toHaveBeenCalledWith(expect.objectContaining(requested));
});
