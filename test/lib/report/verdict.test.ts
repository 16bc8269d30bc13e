import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_MUTES } from '@/lib/report/mutes';
import { failsIn, verdictOf } from '@/lib/report/verdict';

const TITLE = { name: 'title', importance: 'high' } as const;
const SITEMAP = { name: 'sitemap', importance: 'low' } as const;

describe('verdictOf', () => {
  it.each([
    ['a report', { failed: { high: 1, medium: 0, low: 70 }, failedChecks: [TITLE] }, 71],
    ['a past result', { failedChecks: [TITLE, SITEMAP] }, 2],
    ['a result that has only the counts', { failed: { high: 2, medium: 1, low: 0 } }, 3],
  ])('counts the failing checks of %s', (_, result, all) => {
    const { counts } = verdictOf(result, NO_MUTES);
    expect(counts && counts.high + counts.medium + counts.low).toBe(all);
  });

  it('returns null for counts and failing checks if the service sent no checks', () => {
    expect(verdictOf({ failed: null, failedChecks: null }, NO_MUTES)).toEqual({
      counts: null,
      failing: null,
      muted: [],
    });
  });
});

describe('failsIn', () => {
  it.each([
    ['fails', { failedChecks: [SITEMAP, TITLE] }, true],
    ['passes', { failedChecks: [SITEMAP] }, false],
    ['is unknown', { failedChecks: null }, null],
  ])('returns whether a check %s', (_, result, expected) => {
    expect(failsIn(result, 'title', NO_MUTES)).toBe(expected);
  });
});

/** The files that create, store or copy the failed checks of a result. */
const PRODUCERS = [
  'lib/report/verdict.ts',
  'lib/report/report.ts',
  'lib/report/past-result.ts',
  'lib/service/answer/report-result.ts',
  'lib/jobs/operation.ts',
  'lib/history/history.ts',
];

/** The files in which `failed` means operations or requests. */
const OTHER_MEANINGS = [
  'lib/browser-ui/notifications.ts',
  'lib/background/connection-changes.ts',
  'lib/connection/connection-check.ts',
  'components/batch/run/batch-rows-state.ts',
  'components/batch/run/result-state.ts',
  'components/queue/batch-line.ts',
  'components/text/notification-words.ts',
  'components/ui/state/attempt.ts',
];

const SOURCES = ['lib', 'components', 'entrypoints'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);

function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\/|\/\/[^\n]*|'[^'\n]*'/gs, '');
}

describe('the failed checks of a result', () => {
  /** A use of `failedChecks`, a property read of `failed`, or a pattern that takes `failed` out of an object. */
  const READS =
    /\bfailedChecks\b|(?<!\.)\.failed\b|\{[^{}()=;]*\bfailed\b(?!\s*:)[^{}();]*\}[\s}]*(?:=[^>]|:|\))/;

  it('are read only in the verdict and in the files that create, store or copy these checks', () => {
    const readers = SOURCES.filter(
      (file) => ![...PRODUCERS, ...OTHER_MEANINGS].includes(file) && READS.test(codeOf(file)),
    );
    expect(readers).toEqual([]);
  });

  it('are found by this test in code that reads these checks', () => {
    expect(PRODUCERS.slice(0, 3).filter((file) => !READS.test(codeOf(file)))).toEqual([]);
    const readers = [
      'report?.failed?.high',
      '({ report: { failed } }) => failed',
      'const { id, failed } = report',
    ];
    expect(readers.filter((code) => !READS.test(code))).toEqual([]);
  });
});
