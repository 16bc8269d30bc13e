import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createNewResults, type ResultState } from '@/components/report/new-results-state';
import type { AwaitedResult, AwaitedResults } from '@/lib/archive/awaited-result';
import type { Report } from '@/lib/report/report';
import { awaitedOf } from '../../support/open-report';
import { sampleReport } from '../../support/sample-report';

const report = sampleReport('1');
const renewed = sampleReport('1', { generatedAt: '2026-11-02T12:00:00.000Z' });
const mine = awaitedOf(report);
const again = awaitedOf(renewed);
const other = awaitedOf(sampleReport('2'));
const unshown = awaitedOf(report, { wasShown: false });
const secret = awaitedOf(report, { keeping: 'memory' });

/** One after the other, the new results that are awaited, and the report as it is then listed. */
type History = [awaited: AwaitedResult[][], listed?: Report];

it.each<[string, ResultState, History]>([
  ['is awaited', 'awaited', [[[mine]]]],
  [
    'that was asked for and did not come is said to be missing',
    'givenUp',
    [[[mine, other], [other]]],
  ],
  ['is not said to be missing once a list shows it', null, [[[mine], []], renewed]],
  ['is not said to be missing while it is awaited again', 'awaited', [[[mine], [], [mine]]]],
  [
    'that came, but not when it was asked for again, is said to be missing',
    'givenUp',
    [[[mine], [], [again], []], renewed],
  ],
  ['of a report that no answer has shown since is not said to be missing', null, [[[unshown], []]]],
  ['that a private window awaits is not told in others', null, [[[secret]]]],
])('a new result %s', (_, state, [history, now = report]) => {
  const awaited = signal<AwaitedResults | undefined>(undefined);
  const listed = signal<readonly Report[]>([report]);
  const results = createNewResults({ awaited, listed, keeping: 'disk' });
  for (const all of history) {
    awaited.value = {
      version: 1,
      nextAt: '2026-11-02T12:00:02.000Z',
      rounds: 1,
      made: 0,
      results: all,
    };
  }
  listed.value = [now];
  expect(results.stateOf('1')).toBe(state);
});

it('a missing result is not told any more once its report is forgotten', () => {
  const awaited = signal<AwaitedResults | undefined>(undefined);
  const listed = signal<readonly Report[]>([report, sampleReport('2')]);
  const results = createNewResults({ awaited, listed, keeping: 'disk' });
  const facts = { version: 1, nextAt: '2026-11-02T12:00:02.000Z', rounds: 1, made: 0 } as const;
  for (const all of [[mine, other], []]) awaited.value = { ...facts, results: all };
  results.forget('1');
  expect([results.stateOf('1'), results.stateOf('2')]).toEqual([null, 'givenUp']);
});
