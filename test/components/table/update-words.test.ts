import { beforeEach, expect, it } from 'vitest';
import { updateSentence } from '@/components/table/update-words';
import { NO_MUTES } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { useMessages } from '../../support/messages';
import { reportOn } from '../../support/sample-report';

beforeEach(() => useMessages('en'));

/** Returns a report with a score. Its title fails or passes. */
function resultOf(day: number, score: number, isFailing: boolean): Report {
  return reportOn('1', 'host.example/1', day, score, ...(isFailing ? ['title'] : []));
}

type Change = [
  times: number,
  before: readonly [number, boolean],
  after: readonly [number, boolean],
];
const [FAILED, PASSED] = [
  [50, true],
  [80, false],
] as const;

it.each<[string, string | null, number, Change[], string | null]>([
  [
    'on how many pages the open check is fixed',
    ...(['title', 13] as const),
    [
      [9, FAILED, PASSED],
      [4, FAILED, FAILED],
    ],
    'Title: fixed on 9, still failing on 4',
  ],
  [
    'that the open check is fixed on all pages',
    'title',
    13,
    [[13, FAILED, PASSED]],
    'Title: fixed on 13',
  ],
  [
    'new failures and unknown pages',
    ...(['title', 5] as const),
    [
      [1, FAILED, FAILED],
      [2, PASSED, FAILED],
      [1, PASSED, PASSED],
    ],
    'Title: still failing on 1, new on 2, 1 unknown',
  ],
  [
    'the changes of scores if no check is open',
    ...([null, 14] as const),
    [
      [7, [50, true], [60, true]],
      [4, [50, true], [40, true]],
      [2, [50, true], [50, true]],
    ],
    'Results updated: 7 up, 4 down, 2 the same, 1 unknown',
  ],
  [
    'the changes of scores if the open check passed before and now',
    ...(['title', 1] as const),
    [[1, [80, false], [85, false]]],
    'Results updated: 1 up',
  ],
  ['nothing if no new result is known', 'title', 3, [], null],
])('updateSentence states %s', (_, check, done, changes, sentence) => {
  const updates = changes.flatMap(([times, before, after]) =>
    Array.from({ length: times }, () => ({
      before: resultOf(20, ...before),
      after: resultOf(26, ...after),
    })),
  );
  expect(updateSentence({ check, updates: () => updates, mutesOf: () => NO_MUTES }, done)).toBe(
    sentence,
  );
});
