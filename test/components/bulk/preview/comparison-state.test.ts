import { describe, expect, it, vi } from 'vitest';
import { createComparison } from '@/components/bulk/preview/comparison-state';
import type { HostReports } from '@/lib/archive/host-reports';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { holdAnswers } from '../../../support/held-answers';

type Answer = Awaited<ReturnType<BackgroundApi['hostReports']>>;

const hosts = (count: number) => Array.from({ length: count }, (_, at) => `${at}.example`);

/** An answer with so many reports of the host, and so many rows of others. */
function answer(host: string, own: number, next: number | null = null, others = 0) {
  const pages = Array.from({ length: own }, (_, at): [string, null] => [`${host}/${at}`, null]);
  return { value: { pages, rows: own + others, next } };
}

function open(hostReports: (host: string, page: number) => Promise<Answer>) {
  const ask = vi.fn(hostReports);
  const onPages = vi.fn<(pages: HostReports['pages']) => void>();
  return { ask, onPages, comparison: createComparison({ hostReports: ask }, onPages) };
}

describe('a comparison with the reports of the service', () => {
  type Ask = (host: string, page: number) => Answer;
  const stops = (rest: Answer): Ask => {
    return (host, page) => (page === 1 ? answer(host, 100, 2) : rest);
  };
  const offline: Failure = { code: 'offline' };
  it.each<[string, number, Ask, requests: number, reports: number, unknown: number, end: unknown]>([
    ['ends with the last host', 4, (host) => answer(host, 3), 4, 12, 0, 'complete'],
    ['asks for each of twenty hosts', 20, (host) => answer(host, 1), 20, 20, 0, 'complete'],
    ['asks for no more than twenty', 21, (host) => answer(host, 1), 20, 20, 0, 'incomplete'],
    [
      'counts hosts without any report as unknown',
      3,
      (host) => answer(host, 0),
      3,
      0,
      2,
      'complete',
    ],
    ['gives way to other requests', 2, stops({ value: null }), 2, 100, 0, 'busy'],
    ['ends with any failure', 2, stops({ failure: offline }), 2, 100, 0, offline],
    [
      'reads on as far as a list names its next page',
      2,
      (host, page) => answer(host, 100, page < 3 ? page + 1 : null),
      ...([6, 600, 0, 'complete'] as const),
    ],
    [
      'reads no more than 2,000 rows',
      2,
      (host, page) => answer(host, 100, page + 1),
      ...([20, 2000, 0, 'incomplete'] as const),
    ],
    [
      'sends no more than twenty requests',
      15,
      (host, page) => answer(host, 1, page === 1 ? 2 : null),
      ...([20, 20, 0, 'incomplete'] as const),
    ],
    [
      'reads no second page where all rows are of other hosts, but counts the rows',
      30,
      (host, page) => answer(host, 0, page + 1, 100),
      ...([20, 0, 19, 'incomplete'] as const),
    ],
  ])('%s', async (_, count, reply, requests, reports, unknown, end) => {
    const { ask, onPages, comparison } = open(async (host, page) => reply(host, page));
    await comparison.start(hosts(count), new Set(['0.example']));
    expect(comparison.compared.value).toEqual({ reports, unknown, end });
    expect(ask).toHaveBeenCalledTimes(requests);
    expect(onPages.mock.calls.flatMap(([pages]) => pages)).toHaveLength(reports);
  });

  it('ends where the background does not answer', async () => {
    const { comparison } = open(() => Promise.reject(new Error('No answer from background')));
    await comparison.start(hosts(2), new Set());
    expect(comparison.compared.value?.end).toEqual({ code: 'interrupted' });
  });

  it.each(['skip', 'clear'] as const)(
    'asks for one host at a time, and for none after %s',
    async (verb) => {
      const held = holdAnswers<Answer>();
      const { ask, onPages, comparison } = open(held.call);
      const started = comparison.start(hosts(2), new Set());
      expect(ask).toHaveBeenCalledTimes(1);
      expect(comparison.compared.value).toEqual({ reports: 0, unknown: 0, end: null });
      comparison[verb]();
      const left = verb === 'skip' ? { reports: 0, unknown: 0, end: 'skipped' } : null;
      expect(comparison.compared.value).toEqual(left);
      held.answer(0, answer('0.example', 3));
      await started;
      expect(comparison.compared.value).toEqual(left);
      expect(onPages).not.toHaveBeenCalled();
      expect(ask).toHaveBeenCalledTimes(1);
    },
  );
});
