import fc, { type Arbitrary } from 'fast-check';
import { expect, it } from 'vitest';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { listOf } from '../../../support/fake-client';
import { openListCache } from '../../../support/open-list-cache';
import { sampleReport } from '../../../support/sample-report';

/** What happens next: to the service alone, to the cache as well, or to a read. */
type Move =
  | { do: 'create' | 'tell' }
  | { do: 'change' | 'delete'; which: number }
  | { do: 'read'; search: string }
  /** `isLate`: the service has looked when it was asked, and not just now. */
  | { do: 'answer'; which: number; isLate: boolean };

const moves: Arbitrary<Move[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constantFrom('create' as const, 'tell' as const) }),
    fc.record({ do: fc.constantFrom('change' as const, 'delete' as const), which: fc.nat(9) }),
    fc.record({ do: fc.constant('read' as const), search: fc.constantFrom('', '/1') }),
    fc.record({ do: fc.constant('answer' as const), which: fc.nat(9), isLate: fc.boolean() }),
  ),
  { maxLength: 40 },
);

/** A service, a cache that is told of its changes later, and the requests between them. */
function openHistory() {
  const { ask, cache, item, lists } = openListCache();
  let reports: Report[] = ['2', '1'].map((id) => sampleReport(id));
  let newest = 2;
  const untold: (() => Promise<void>)[] = [];
  const reads: Promise<unknown>[] = [];
  /** What the service had for each request when it was asked. */
  const seen: Report[][] = [];
  const unanswered: number[] = [];
  const found = (search: string) => reports.filter(({ url }) => url?.includes(search));
  const searchOf = (request: number) => ask.mock.calls[request]?.[0].search ?? '';

  async function settle(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    for (let request = seen.length; request < lists.count; request += 1) {
      seen.push(found(searchOf(request)));
      unanswered.push(request);
    }
  }

  async function answer(which: number, isLate: boolean): Promise<void> {
    const [request] = unanswered.splice(which % unanswered.length, 1);
    if (request === undefined) return;
    const listed = isLate ? seen[request] : found(searchOf(request));
    lists.answer(request, { value: listOf(...(listed ?? [])) });
    await settle();
  }

  function read(search: string): void {
    reads.push(cache.read({ ...RECENT_REPORTS_QUERY, search, perPage: 100 }));
  }

  function play(move: Move): unknown {
    const chosen = 'which' in move ? reports[move.which] : undefined;
    if (move.do === 'read') return read(move.search);
    if (move.do === 'answer') return answer(move.which, move.isLate);
    if (move.do === 'tell') return untold.shift()?.();
    if (move.do === 'create') {
      newest += 1;
      const created = sampleReport(String(newest));
      reports = [created, ...reports];
      untold.push(() => cache.add(created));
    } else if (move.do === 'change' && chosen) {
      const changed = { ...chosen, project: String(untold.length) };
      reports = reports.map((one) => (one === chosen ? changed : one));
      untold.push(() => cache.replace(changed));
    } else if (chosen) {
      reports = reports.filter((one) => one !== chosen);
      untold.push(() => cache.remove(chosen.id));
    }
    return undefined;
  }

  return {
    async play(all: readonly Move[]): Promise<void> {
      await item.remove();
      for (const move of [{ do: 'read', search: '' } as const, ...all]) {
        await play(move);
        await settle();
      }
      for (const tell of untold) await tell();
      while (unanswered.length > 0) await answer(unanswered.length - 1, true);
      await Promise.all(reads);
    },
    lists: () => item.stored ?? [],
    found,
    requests: () => lists.count,
    reads: () => reads.length,
  };
}

it('lists end as the service has them, in order, whatever happens while they are read', async () => {
  await fc.assert(
    fc.asyncProperty(moves, async (all) => {
      const history = openHistory();
      await history.play(all);
      expect(history.requests()).toBeLessThanOrEqual(2 * history.reads());
      expect(history.lists().length).toBeGreaterThan(0);
      for (const { query, reports, total } of history.lists()) {
        expect(reports).toEqual(history.found(query.search));
        expect(total).toBe(reports.length);
      }
    }),
  );
});
