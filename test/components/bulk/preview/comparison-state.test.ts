import { describe, expect, it, vi } from 'vitest';
import { createComparison } from '@/components/bulk/preview/comparison-state';
import type { HostReports } from '@/lib/archive/host-reports';
import type { BackgroundApi } from '@/lib/background/background-api';
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
  it.each<
    [string, Ask, number, { requests: number; reports: number; unknown: number; end: unknown }]
  >([
    [
      'ends with the last host',
      (host) => answer(host, 3),
      4,
      { requests: 4, reports: 12, unknown: 0, end: 'complete' },
    ],
    [
      'reads on as far as a list names its next page',
      (host, page) => answer(host, 100, page < 3 ? page + 1 : null),
      2,
      { requests: 6, reports: 600, unknown: 0, end: 'complete' },
    ],
    [
      'asks for fifty hosts at most',
      (host) => answer(host, 1),
      51,
      { requests: 50, reports: 50, unknown: 0, end: 'incomplete' },
    ],
    [
      'reads no more than 2,000 rows',
      (host, page) => answer(host, 100, page + 1),
      2,
      { requests: 20, reports: 2000, unknown: 0, end: 'incomplete' },
    ],
    [
      'sends no more than 70 requests',
      (host, page) => answer(host, 1, page === 1 ? 2 : null),
      50,
      { requests: 70, reports: 70, unknown: 0, end: 'incomplete' },
    ],
    [
      'counts hosts without any report as unknown',
      (host) => answer(host, 0),
      3,
      { requests: 3, reports: 0, unknown: 2, end: 'complete' },
    ],
    [
      'reads no second page where all rows are of other hosts, but counts the rows',
      (host, page) => answer(host, 0, page + 1, 100),
      30,
      { requests: 20, reports: 0, unknown: 19, end: 'incomplete' },
    ],
    [
      'gives way to other requests',
      (host, page) => (page === 1 ? answer(host, 100, 2) : { value: null }),
      2,
      { requests: 2, reports: 100, unknown: 0, end: 'busy' },
    ],
    [
      'ends with any failure',
      (host, page) => (page === 1 ? answer(host, 100, 2) : { failure: { code: 'offline' } }),
      2,
      { requests: 2, reports: 100, unknown: 0, end: { code: 'offline' } },
    ],
  ])('%s', async (_, reply, count, { requests, ...compared }) => {
    const { ask, onPages, comparison } = open(async (host, page) => reply(host, page));
    await comparison.start(hosts(count), new Set(['0.example']));
    expect(comparison.compared.value).toEqual(compared);
    expect(ask).toHaveBeenCalledTimes(requests);
    expect(onPages.mock.calls.flatMap(([pages]) => pages)).toHaveLength(compared.reports);
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
