import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkChanges } from '@/lib/report/compare/changes';
import { comparedOf, failingSince, pageChange, trendOf } from '@/lib/report/compare/page-change';
import { countFailed, type FailedCheck, IMPORTANCES } from '@/lib/report/importance';
import { type Mute, mutesOfPages } from '@/lib/report/mutes';
import type { PastResult } from '@/lib/report/past-result';
import { ratingOf } from '@/lib/report/rating';
import { failsIn, failureIn, verdictOf } from '@/lib/report/verdict';
import { sampleReport } from '@/test/support/sample-report';

const A = 'host.example/a';
const B = 'host.example/b';
const LATER = 'host.example/later';
const MADE = { at: '2026-11-20T10:00:00.000Z', note: '' };

const ON_PAGE: Mute = {
  ...MADE,
  id: 'page',
  note: 'A short title is intended.',
  check: 'title',
  pages: [{ page: A, errors: ['too_short'] }],
};
const ON_CLIENT: Mute = {
  ...MADE,
  id: 'client',
  check: 'noindex',
  pages: [
    { page: A, errors: ['failed'] },
    { page: B, errors: ['failed'] },
  ],
};
const ON_HOST: Mute = {
  ...MADE,
  id: 'host',
  check: 'sitemap',
  host: 'host.example',
  errors: ['failed'],
};
const WITHOUT_KINDS: Mute = {
  ...MADE,
  id: 'old',
  check: 'title',
  pages: [{ page: B, errors: null }],
};
const MUTES = [ON_PAGE, ON_CLIENT, ON_HOST, WITHOUT_KINDS];

function failed(name: string, ...errors: string[]): FailedCheck {
  return { name, importance: 'high', errors };
}

const namesOf = (checks: readonly FailedCheck[]) => checks.map(({ name }) => name);
const mutesOf = (page: string, mutes: readonly Mute[] = MUTES) =>
  mutesOfPages(mutes, [page])[0] ?? [];

describe('mutesOfPages', () => {
  it('returns the mutes of each page, with the kinds of error of this page', () => {
    const kinds: Mute = {
      ...MADE,
      id: 'kinds',
      check: 'title',
      pages: [
        { page: A, errors: ['too_long'] },
        { page: B, errors: ['missing'] },
      ],
    };
    const shared = { ...MADE, id: 'kinds', check: 'title', host: null };
    expect(mutesOfPages([kinds], [B, LATER, A])).toEqual([
      [{ ...shared, errors: ['missing'] }],
      [],
      [{ ...shared, errors: ['too_long'] }],
    ]);
  });

  it('keeps note and date', () => {
    const [mute] = mutesOf(A);
    expect(mute).toEqual({
      id: 'page',
      check: 'title',
      at: MADE.at,
      note: 'A short title is intended.',
      errors: ['too_short'],
      host: null,
    });
  });

  it.each([
    ['a page of the host', LATER, true],
    ['the start page', 'host.example', true],
    ['a page with a query', 'host.example/?a=1', true],
    ['another port of the host', 'host.example:8080/a', true],
    ['a subdomain', 'shop.host.example/a', false],
    ['a host with the same beginning', 'host.example.com/a', false],
    ['a page without an address', 'id:5', false],
  ])('finds the mute of a host for %s: %s', (_, page, isFound) => {
    const mute = { ...MADE, id: 'host', check: 'sitemap', host: 'host.example' };
    expect(mutesOf(page, [ON_HOST])).toEqual(isFound ? [{ ...mute, errors: ['failed'] }] : []);
  });
});

describe('verdictOf with mutes', () => {
  const short = failed('title', 'too_short');
  const long = failed('title', 'too_long');
  const both = failed('title', 'too_short', 'too_long');
  const noindex = failed('noindex', 'failed');
  const sitemap = failed('sitemap', 'failed');
  const unknown: FailedCheck = { name: 'title', importance: 'high' };
  const onLong: Mute = {
    ...MADE,
    id: 'long',
    check: 'title',
    pages: [{ page: A, errors: ['too_long'] }],
  };

  it.each<[string, string, FailedCheck, boolean, Mute[]?]>([
    ['a check that is muted on the page', A, short, true],
    ['another kind of error', A, long, false],
    ['another kind of error beside the muted kind', A, both, false],
    ['two kinds of error with a mute for each kind', A, both, true, [ON_PAGE, onLong]],
    ['unknown kinds of error', A, unknown, true],
    ['any kind of error if the mute has no kinds', B, both, true],
    ['the same check on a page that the mute does not name', LATER, short, false],
    ['a check that is muted on the failing pages of a client', A, noindex, true],
    ['the same check on another of these pages', B, noindex, true],
    ['the same check on a page that fails later', LATER, noindex, false],
    ['a check that is muted for the host', LATER, sitemap, true],
    ['the same check on another host', 'other.example/a', sitemap, false],
    ['another check of the host', LATER, failed('http2', 'failed'), false],
    ['a check that is no longer muted', A, short, false, [ON_CLIENT, ON_HOST]],
  ])('mutes the correct checks: %s', (_, page, check, isMuted, mutes = MUTES) => {
    const other = failed('robots', 'failed');
    const failedChecks = [check, other];
    const mutesOfPage = mutesOf(page, mutes);
    expect(verdictOf({ failedChecks }, mutesOfPage)).toEqual({
      failing: isMuted ? [other] : [check, other],
      muted: isMuted ? [check] : [],
      counts: { high: isMuted ? 1 : 2, medium: 0, low: 0 },
    });
    expect(failsIn({ failedChecks }, check.name, mutesOfPage)).toBe(isMuted ? null : true);
    expect(failureIn({ failedChecks }, check.name, mutesOfPage)).toBe(isMuted ? null : check);
  });

  it('subtracts muted checks from the counts of the service', () => {
    const result = { failed: { high: 9, medium: 4, low: 70 }, failedChecks: [short, noindex] };
    expect(verdictOf(result, mutesOf(A)).counts).toEqual({ high: 7, medium: 4, low: 70 });
  });

  it('changes no counts if the failed checks are unknown', () => {
    const counts = { high: 2, medium: 1, low: 0 };
    expect(verdictOf({ failed: counts }, mutesOf(A))).toEqual({ failing: null, muted: [], counts });
  });
});

/** Noon of a day in November 2026, in local time. */
const noonOf = (day: number) => new Date(2026, 10, day, 12).toISOString();
const NOW = new Date(2026, 10, 26, 15);

/** Returns the result of a day. */
function resultOn(day: number, score: number, ...failedChecks: FailedCheck[]): PastResult {
  const result = ratingOf(score);
  return { reportId: '1', result, score, generatedAt: noonOf(day), failedChecks };
}

function changeOf(results: readonly PastResult[], mutes = mutesOf(A)) {
  const { reportId, ...newest } = results.at(-1) ?? expect.fail();
  const report = sampleReport(reportId, newest);
  return pageChange(report, trendOf(report, results, 'before', NOW, mutes), mutes);
}

describe('a comparison with mutes', () => {
  const short = failed('title', 'too_short');
  const missing = failed('title', 'missing');
  const noindex = failed('noindex', 'failed');
  const slow: FailedCheck = { name: 'load_time', importance: 'medium', errors: ['too_slow'] };

  type Expected = [kind: string, fixed: string, appeared: string, appearedMuted: string];
  it.each<[string, PastResult, PastResult, Expected]>([
    [
      'is no change if a muted check explains a lower score',
      resultOn(12, 90),
      resultOn(19, 80, noindex),
      ['same', '', '', 'noindex'],
    ],
    [
      'is worse if another check has also appeared',
      resultOn(12, 90),
      resultOn(19, 75, noindex, slow),
      ['worse', '', 'load_time', 'noindex'],
    ],
    [
      'is worse if the score fell and no check appeared',
      resultOn(12, 90, noindex),
      resultOn(19, 80, noindex),
      ['worse', '', '', ''],
    ],
    [
      'is better if the score is higher despite a new muted check',
      resultOn(12, 70, slow),
      resultOn(19, 80, noindex),
      ['better', 'load_time', '', 'noindex'],
    ],
    [
      'does not count a muted check as fixed',
      resultOn(12, 80, noindex),
      resultOn(19, 80),
      ['same', '', '', ''],
    ],
    [
      'does not count an unmuted finding as fixed if the check is muted now',
      resultOn(12, 80, missing),
      resultOn(19, 80, short),
      ['same', '', '', ''],
    ],
    [
      'counts another kind of error as new',
      resultOn(12, 80, short),
      resultOn(19, 80, missing),
      ['worse', '', 'title', ''],
    ],
  ])('%s', (_, before, now, [kind, fixed, appeared, appearedMuted]) => {
    const change = changeOf([before, now]);
    const checks = comparedOf(change)?.checks;
    expect(change.kind).toBe(kind);
    expect(namesOf(checks?.fixed ?? []).join()).toBe(fixed);
    expect(namesOf(checks?.appeared ?? []).join()).toBe(appeared);
    expect(namesOf(checks?.appearedMuted ?? []).join()).toBe(appearedMuted);
  });

  it('counts the same results as worse after the mute has ended', () => {
    const results = [resultOn(12, 90), resultOn(19, 80, noindex)];
    expect(changeOf(results, [])).toMatchObject({
      kind: 'worse',
      checks: { appeared: [noindex], appearedMuted: [] },
    });
  });

  type Since = [at: number, passedAt: number | null, isAgain: boolean];
  it.each<[string, (FailedCheck | null)[], Since | null]>([
    ['is null while the check is muted', [missing, short], null],
    ['ignores a muted result after a pass', [null, short, missing], [3, 1, false]],
    ['ignores a muted result between failures', [missing, short, missing], [1, null, false]],
    ['begins again after a pass', [missing, short, null, missing], [4, 3, true]],
    [
      'has isAgain false if only muted results precede the pass',
      [short, null, missing],
      [3, 2, false],
    ],
  ])('failingSince %s', (_, checks, since) => {
    const results = checks.map((check, at) =>
      resultOn(at + 1, 60, ...(check === null ? [] : [check])),
    );
    const [at, passedAt, isAgain] = since ?? [];
    const expected = at && {
      at: noonOf(at),
      passedAt: passedAt ? noonOf(passedAt) : null,
      isAgain,
    };
    expect(failingSince(results, 'title', mutesOf(A))).toEqual(expected ?? null);
  });

  it('lists no muted check in failingSince of a page', () => {
    const results = [resultOn(12, 60, short, slow)];
    const { failingSince: found } = trendOf(
      { generatedAt: noonOf(12) },
      results,
      'week',
      NOW,
      mutesOf(A),
    );
    expect(found.map(({ name }) => name)).toEqual(['load_time']);
  });

  type Between = [foundAt: number, fixedAt: number];
  it.each<[string, (FailedCheck | null)[], Between | null]>([
    ['ends at the first pass, not at a muted result', [null, missing, short, null], [20, 22]],
    ['begins after the last pass, not at a muted result', [null, short, missing, null], [21, 22]],
    ['lists no muted check', [null, short, null], null],
    ['lists no check that is muted in the base', [short, missing, null], null],
    ['lists no check that is muted now', [null, missing, short], null],
    ['lists no check that was fixed and is muted now', [null, missing, null, short], null],
  ])('fixedBetween %s', (_, checks, between) => {
    const results = checks.map((check, at) =>
      resultOn(at + 19, 60, ...(check === null ? [] : [check])),
    );
    const generatedAt = results.at(-1)?.generatedAt ?? null;
    const { fixedBetween } = trendOf({ generatedAt }, results, 'week', NOW, mutesOf(A));
    const [foundAt = 0, fixedAt = 0] = between ?? [];
    const expected = { ...missing, foundAt: noonOf(foundAt), fixedAt: noonOf(fixedAt) };
    expect(fixedBetween).toEqual(between === null ? [] : [expected]);
  });
});

describe('with random mutes', () => {
  const CHECKS = ['title', 'noindex', 'sitemap', 'http2'];
  const KINDS = ['one', 'two', 'three'];
  const PAGES = [A, B, 'other.example/a'];
  const kinds = fc.uniqueArray(fc.constantFrom(...KINDS), { minLength: 1 });
  const errors = fc.option(kinds);
  const failedCheck = fc
    .record({
      name: fc.constantFrom(...CHECKS),
      importance: fc.constantFrom(...IMPORTANCES),
      kinds: errors,
    })
    .map(
      ({ kinds: given, ...check }): FailedCheck =>
        given === null ? check : { ...check, errors: given },
    );
  const failedChecks = fc.uniqueArray(failedCheck, { selector: ({ name }) => name });
  const fields = { id: fc.uuid(), at: fc.constant(MADE.at), note: fc.constant('') };
  const mute = fc.oneof(
    fc.record({
      ...fields,
      check: fc.constantFrom(...CHECKS),
      pages: fc.array(fc.record({ page: fc.constantFrom(...PAGES), errors })),
    }),
    fc.record({
      ...fields,
      check: fc.constantFrom('sitemap' as const, 'http2' as const),
      host: fc.constantFrom('host.example', 'other.example'),
      errors,
    }),
  );
  const mutes = fc.array(mute, { maxLength: 6 });
  const page = fc.constantFrom(...PAGES);

  type Outcome = 'passes' | 'fails' | 'muted';

  /** Returns the outcome of a check in a result of a page. */
  function plainOutcome(
    all: readonly Mute[],
    key: string,
    checks: readonly FailedCheck[],
    name: string,
  ): Outcome {
    const check = checks.find((one) => one.name === name);
    if (check === undefined) return 'passes';
    const left = new Set(check.errors ?? []);
    let isAnyMuted = false;
    for (const one of all) {
      if (one.check !== name) continue;
      const targets = 'host' in one ? [{ page: key, errors: one.errors }] : one.pages;
      if ('host' in one && key.split('/')[0] !== one.host) continue;
      for (const target of targets) {
        if (target.page !== key) continue;
        isAnyMuted = true;
        for (const kind of target.errors ?? KINDS) left.delete(kind);
      }
    }
    return isAnyMuted && left.size === 0 ? 'muted' : 'fails';
  }

  it('verdictOf separates muted checks from failing checks, and counts the failing checks', () => {
    fc.assert(
      fc.property(mutes, page, failedChecks, (all, key, checks) => {
        const verdict = verdictOf({ failedChecks: checks }, mutesOf(key, all));
        const withOutcome = (outcome: Outcome) =>
          checks.filter(({ name }) => plainOutcome(all, key, checks, name) === outcome);
        expect(verdict).toEqual({
          failing: withOutcome('fails'),
          muted: withOutcome('muted'),
          counts: countFailed(withOutcome('fails')),
        });
      }),
    );
  });

  it('checkChanges depends only on the outcomes of a check before and now', () => {
    const LISTS: Record<Outcome, Record<Outcome, string | null>> = {
      passes: { passes: null, fails: 'appeared', muted: 'appearedMuted' },
      fails: { passes: 'fixed', fails: 'remaining', muted: null },
      muted: { passes: null, fails: 'appeared', muted: null },
    };
    fc.assert(
      fc.property(mutes, page, failedChecks, failedChecks, (all, key, before, now) => {
        const [was, is] = [before, now].map((checks) =>
          verdictOf({ failedChecks: checks }, mutesOf(key, all)),
        );
        const changes = was && is && checkChanges(was, is);
        for (const name of CHECKS) {
          const list =
            LISTS[plainOutcome(all, key, before, name)][plainOutcome(all, key, now, name)];
          const lists = Object.entries(changes ?? {}).flatMap(([title, checks]) =>
            namesOf(checks).includes(name) ? title : [],
          );
          expect(lists).toEqual(list === null ? [] : [list]);
        }
      }),
    );
  });

  it('failingSince returns the first failing result after the last pass', () => {
    fc.assert(
      fc.property(mutes, page, fc.array(failedChecks, { maxLength: 6 }), (all, key, past) => {
        const results = past.map((checks, at) => resultOn(at + 1, 60, ...checks));
        for (const name of CHECKS) {
          const outcomes = past.map((checks) => plainOutcome(all, key, checks, name));
          let at: number | null = null;
          let passedAt: number | null = null;
          for (let index = outcomes.length - 1; index >= 0 && passedAt === null; index -= 1) {
            if (outcomes[index] === 'fails') at = index;
            if (outcomes[index] === 'passes') passedAt = index;
          }
          const isFailing = outcomes.at(-1) === 'fails';
          const isAgain = outcomes.slice(0, passedAt ?? 0).includes('fails');
          expect(failingSince(results, name, mutesOf(key, all))).toEqual(
            isFailing && at !== null
              ? {
                  at: noonOf(at + 1),
                  passedAt: passedAt === null ? null : noonOf(passedAt + 1),
                  isAgain,
                }
              : null,
          );
        }
      }),
    );
  });
});
