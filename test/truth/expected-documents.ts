import { expect } from 'vitest';
import type { ClientHistory } from './client-histories';
import {
  dayOf,
  type FailureTruth,
  importanceOf,
  type KindsTruth,
  kindsBeforeFix,
  kindsNow,
  type PagesTruth,
  type PageTruth,
  type ProblemTruth,
  returnedOn,
} from './plain-truth';
import type {
  CountedChecks,
  ExplainedFacts,
  KindFacts,
  LetterFacts,
  MeasuredFacts,
  NumberFacts,
  PartFacts,
  ReturnedFacts,
} from './read-documents';
import { expectSame } from './runs';

const RANKS = ['high', 'medium', 'low'];

/** Returns the days of a failure as "passed, since, again", like `failureDates` of the readers. */
export function failureKey(failure: FailureTruth | null): string | null {
  if (failure === null) return null;
  const { passed, since, isAgain } = failure;
  return [passed && dayOf(passed), dayOf(since), isAgain].join();
}

export function failureOf(page: PageTruth, check: string): FailureTruth | null {
  return page.failures.find((one) => one.check === check) ?? null;
}

/** The problems that documents of a client list, in groups, in the order of the document. */
export function listedProblems({ problems }: PagesTruth): ProblemTruth[] {
  const isNew = ({ fresh }: ProblemTruth) => fresh.length > 0;
  return [
    ...problems.filter((one) => one.importance === 'high' && isNew(one)),
    ...problems.filter((one) => one.importance === 'medium' && isNew(one)),
    ...problems.filter((one) => one.importance === 'high' && !isNew(one)),
  ];
}

/** Expects a list of checks to name the most important ones, and to count the others. */
function expectChecks(actual: CountedChecks | null, counts: ReadonlyMap<string, number>): void {
  if (counts.size === 0) {
    expectSame(actual, null);
    return;
  }
  const named = [...(actual?.counts ?? [])];
  expectSame(named.length, Math.min(5, counts.size));
  expectSame(actual?.more, counts.size - named.length);
  for (const [check, count] of named) expectSame([check, count], [check, counts.get(check)]);
  const weight = ([check, count]: readonly [string, number]) =>
    RANKS.indexOf(importanceOf(check)) * 10_000 - count;
  const heaviest = [...counts].map(weight).sort((one, other) => one - other);
  expectSame(named.map(weight), heaviest.slice(0, named.length));
}

export function expectLetter(facts: LetterFacts, truth: PagesTruth): void {
  const fixed = truth.fixed.filter(({ between }) => between === null);
  expectChecks(facts.fixedSince, new Map(fixed.map(({ check, pages }) => [check, pages.length])));
  expectSame(facts.fixedSince?.day ?? null, truth.fixedSince);
  expectRepairs(facts, truth);
  expectFresh(facts, truth);
  expectNext(facts, truth);
}

function expectRepairs({ between }: LetterFacts, { fixed }: PagesTruth): void {
  const groups = new Map<string, Map<string, number>>();
  for (const { check, between: days, pages } of fixed) {
    if (days === null) continue;
    const key = [days.found, days.fixed].join();
    groups.set(key, (groups.get(key) ?? new Map<string, number>()).set(check, pages.length));
  }
  expectSame(new Set(between.keys()), new Set(groups.keys()));
  for (const [key, counts] of groups) expectChecks(between.get(key) ?? null, counts);
}

function expectFresh({ fresh, otherDays }: LetterFacts, { pages }: PagesTruth): void {
  const groups = new Map<string, Map<string, number>>();
  for (const page of pages) {
    for (const check of page.appeared) {
      const key = failureKey(failureOf(page, check)) ?? '';
      const counts = groups.get(key) ?? new Map<string, number>();
      groups.set(key, counts.set(check, (counts.get(check) ?? 0) + 1));
    }
  }
  expectSame(fresh.size, Math.min(5, groups.size));
  const others = new Map<string, number>();
  const sizeOf = (counts?: ReadonlyMap<string, number>) =>
    [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  const smallest = Math.min(...[...fresh.keys()].map((key) => sizeOf(groups.get(key))));
  for (const [key, counts] of groups) {
    const shown = fresh.get(key);
    if (shown !== undefined) expectChecks(shown, counts);
    else {
      expect(sizeOf(counts)).toBeLessThanOrEqual(smallest);
      for (const [check, count] of counts) others.set(check, (others.get(check) ?? 0) + count);
    }
  }
  for (const key of fresh.keys()) expect([...groups.keys()]).toContain(key);
  expectChecks(otherDays, others);
}

export function expectNext({ next }: Pick<LetterFacts, 'next'>, truth: PagesTruth): void {
  const problems = listedProblems(truth);
  if (problems.length === 0) {
    expectSame(next, null);
    return;
  }
  const named = [...(next?.counts ?? [])];
  expectSame([named.length, next?.more], [Math.min(3, problems.length), 0]);
  const groupOf = ({ fresh, importance }: ProblemTruth) =>
    fresh.length === 0 ? 'other' : `new ${importance}`;
  const groups = named.map(([check, count]) => {
    const problem = problems.find((one) => one.check === check);
    expectSame(count, problem?.pages.length);
    return problem && groupOf(problem);
  });
  expectSame(groups, problems.slice(0, named.length).map(groupOf));
}

export function expectNumbers(facts: NumberFacts, truth: PagesTruth, isPart: boolean): void {
  const { scored, averageNow, averageThen, measuredAgain, intended, pages } = truth;
  const kinds = Object.entries(truth.kinds)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => [kind === 'first' && isPart ? 'firstOfRead' : kind, count]);
  const isPartAgain = measuredAgain > 0 && measuredAgain < scored;
  expectSame(facts, {
    scored,
    before: averageThen,
    now: averageNow,
    measuredAgain: isPartAgain ? measuredAgain : null,
    intended,
    pages: pages.length,
    kinds: Object.fromEntries(kinds),
  });
}

export function expectMeasured(facts: MeasuredFacts | null, { measured }: PagesTruth): void {
  const days = [...measured.keys()].sort();
  const [from = '', to = ''] = [days[0], days.at(-1)];
  if (days.length === 0) expectSame(facts, null);
  else if (days.length > 3) expectSame(facts, { byDay: new Map(), range: [from, to] });
  else expectSame(facts, { byDay: measured, range: null });
}

interface ListedProblem {
  check: string;
  importance: string;
  pages: number;
  addresses: string[];
  more: number;
  kinds: KindFacts;
  returned: ReturnedFacts[];
  parts: PartFacts;
}

/**
 * Expects a sentence for each kind of error that has a sentence, with numbers unless all failures have this
 * kind.
 */
export function expectKinds(facts: KindFacts, kinds: KindsTruth): void {
  expectSame(facts, sentencesOf(kinds));
}

/** Returns the kinds that have a sentence, with the number of pages of each kind. */
export function sentencesOf({ failures, byKind }: KindsTruth): KindFacts {
  const known = [...byKind].filter(([kind]) => !UNKNOWN_KINDS.includes(kind));
  return new Map(
    known.map(([kind, count]) => [kind, count === failures ? 'all' : [count, failures]]),
  );
}

/** The kinds of error without a sentence. */
const UNKNOWN_KINDS = ['new_kind', 'own'];

export function expectReturned(
  facts: readonly ReturnedFacts[],
  check: string,
  pages: readonly PageTruth[],
  history: ClientHistory,
): void {
  const lines = (all: readonly ReturnedFacts[]) =>
    all.map(({ at, closedAt, pages: count }) => [at, closedAt, count].join()).sort();
  expectSame(lines(facts), lines(returnedOn(check, pages, history)));
}

/**
 * Expects an explanation of each check that a letter names, except checks that the list of problems explains.
 */
export function expectExplained(
  facts: readonly ExplainedFacts[],
  letter: LetterFacts,
  truth: PagesTruth,
): void {
  const problems = listedProblems(truth).map(({ check }) => check);
  const namedIn = (all: (CountedChecks | null)[]) =>
    all.flatMap((checks) => [...(checks?.counts.keys() ?? [])]);
  const fixed = namedIn([letter.fixedSince, ...letter.between.values()]);
  const failing = namedIn([...letter.fresh.values(), letter.otherDays, letter.next]);
  const others = failing.filter((check) => !problems.includes(check));
  const kindsOf = (check: string, isFixed: boolean) =>
    isFixed ? kindsBeforeFix(check, truth.pages) : kindsNow(check, truth.pages);
  const expected = [
    ...[...new Set(fixed)].map((check) => ({ check, isFixed: true })),
    ...[...new Set(others)].map((check) => ({ check, isFixed: false })),
  ].filter(({ check, isFixed }) => hasSentence(kindsOf(check, isFixed)));
  const keys = (all: readonly { check: string; isFixed: boolean }[]) =>
    all.map(({ check, isFixed }) => `${check} ${isFixed}`).sort();
  expectSame(keys(facts), keys(expected));
  for (const { check, isFixed, kinds } of facts) expectKinds(kinds, kindsOf(check, isFixed));
}

export function hasSentence({ byKind }: KindsTruth): boolean {
  return [...byKind.keys()].some((kind) => !UNKNOWN_KINDS.includes(kind));
}

export function expectProblems(
  facts: readonly ListedProblem[],
  truth: PagesTruth,
  history: ClientHistory,
): void {
  expectListed(facts, listedProblems(truth), truth, history);
}

/** Expects the old problems of high importance. */
export function expectOldProblems(
  facts: readonly ListedProblem[],
  truth: PagesTruth,
  history: ClientHistory,
): void {
  const problems = listedProblems(truth).filter(({ fresh }) => fresh.length === 0);
  expectListed(facts, problems, truth, history);
}

function expectListed(
  facts: readonly ListedProblem[],
  problems: readonly ProblemTruth[],
  truth: PagesTruth,
  history: ClientHistory,
): void {
  const byCheck = new Map(problems.map((one) => [one.check, one]));
  expectSame(new Set(facts.map(({ check }) => check)), new Set(byCheck.keys()));
  expectSame(facts.length, problems.length);
  for (const { check, importance, pages, kinds, returned, parts, ...listed } of facts) {
    expectKinds(kinds, kindsNow(check, truth.pages));
    expectSame(parts, partsOf(check, truth, history));
    expectReturned(returned, check, truth.pages, history);
    const failing = byCheck.get(check)?.pages ?? [];
    expectSame([check, importance, pages], [check, importanceOf(check), failing.length]);
    expectAddresses(listed, failing);
  }
}

/** Expects the addresses of up to five pages, and the number of the other pages. */
function expectAddresses(
  { addresses, more }: Pick<ListedProblem, 'addresses' | 'more'>,
  pages: readonly PageTruth[],
): void {
  const expected = pages.map(({ report }) => report.address);
  expectSame(new Set(addresses).size, Math.min(5, expected.length));
  expectSame(addresses.length + more, expected.length);
  for (const address of addresses) expect(expected).toContain(address);
}

interface FixFacts {
  check: string;
  kinds: KindFacts;
  pages: number;
  found: string;
  mayBeOlder: boolean;
  fixed: string;
}

/** Expects a row for each fixed check and its days. The first row of a check has its kinds of error. */
export function expectFixes(facts: readonly FixFacts[], { pages }: PagesTruth): void {
  const expected = new Map<string, number>();
  for (const { fixes, between } of pages) {
    const known = new Set<string>();
    for (const one of [...fixes, ...between.map((fix) => ({ ...fix, mayBeOlder: false }))]) {
      const key = [one.check, dayOf(one.found), one.mayBeOlder, dayOf(one.fixed)].join();
      if (known.has(key)) throw new Error(`twice: ${key}`);
      known.add(key);
      expected.set(key, (expected.get(key) ?? 0) + 1);
    }
  }
  expectSame(
    new Map(
      facts.map((one) => [[one.check, one.found, one.mayBeOlder, one.fixed].join(), one.pages]),
    ),
    expected,
  );
  expectSame(facts.length, expected.size);
  expectFirstRows(facts, (check) => kindsBeforeFix(check, pages));
}

interface NewFacts extends Pick<ListedProblem, 'addresses' | 'more'> {
  check: string;
  importance: string;
  kinds: KindFacts;
  returned: ReturnedFacts[];
  /** The numbers of other pages on which the check fails. */
  others: Record<string, number>;
  pages: number;
  /** "passed, since, again", in days. */
  since: string;
}

/** Expects a row for each new problem and its days. The first row of a problem explains the problem. */
export function expectNew(
  facts: readonly NewFacts[],
  { problems, pages }: PagesTruth,
  history: ClientHistory,
): void {
  const expected = new Map<string, PageTruth[]>();
  for (const { check, fresh } of problems) {
    for (const page of fresh) {
      const key = `${check} ${failureKey(failureOf(page, check))}`;
      expected.set(key, [...(expected.get(key) ?? []), page]);
    }
  }
  const keyOf = ({ check, since }: NewFacts) => `${check} ${since}`;
  expectSame(new Set(facts.map(keyOf)), new Set(expected.keys()));
  expectSame(facts.length, expected.size);
  for (const one of facts) {
    const failing = expected.get(keyOf(one)) ?? [];
    expectSame([one.importance, one.pages], [importanceOf(one.check), failing.length]);
    expectAddresses(one, failing);
  }
  expectFirstRows(facts, (check) => kindsNow(check, pages));
  const isPart = history.read < history.reports.length;
  for (const { check, returned, others } of firstRows(facts)) {
    const problem = problems.find((one) => one.check === check);
    const counts = {
      failedBefore: problem?.failedBefore.length ?? 0,
      [isPart ? 'firstOfRead' : 'firstMeasured']: problem?.firstMeasured.length ?? 0,
      notCompared: problem?.notCompared.length ?? 0,
    };
    expectSame(others, Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)));
    expectReturned(returned, check, pages, history);
  }
}

function firstRows<Row extends { check: string }>(rows: readonly Row[]): Row[] {
  return rows.filter(({ check }, at) => rows[at - 1]?.check !== check);
}

/** Expects the rows of a check to be adjacent, and only the first of them to have its kinds of error. */
function expectFirstRows(
  rows: readonly { check: string; kinds: KindFacts }[],
  kindsOf: (check: string) => KindsTruth,
): void {
  const firsts = firstRows(rows);
  expectSame(firsts.length, new Set(rows.map(({ check }) => check)).size);
  for (const row of rows) {
    expectKinds(
      row.kinds,
      firsts.includes(row) ? kindsOf(row.check) : { failures: 0, byKind: new Map() },
    );
  }
}

/**
 * Counts the pages on which a problem is new or first measured. Returns zeros unless the checks of a page are
 * compared.
 */
function partsOf(check: string, { pages }: PagesTruth, history: ClientHistory): PartFacts {
  const parts = { fresh: 0, first: 0, firstOfRead: 0 };
  if (!pages.some(({ areChecksCompared }) => areChecksCompared)) return parts;
  const isPart = history.read < history.reports.length;
  for (const { result, appeared, kind } of pages) {
    if (!result?.failed?.includes(check)) continue;
    if (appeared.includes(check)) parts.fresh += 1;
    if (kind === 'first') parts[isPart ? 'firstOfRead' : 'first'] += 1;
  }
  return parts;
}

/** Expects the heading to say that new problems come first, if old problems follow. */
export function expectNewFirst(isSaid: boolean, truth: PagesTruth): void {
  const areNew = listedProblems(truth).map(({ fresh }) => fresh.length > 0);
  expectSame(isSaid, areNew.includes(true) && areNew.includes(false));
}

/** Expects the number of pages with the score of the third listed page, if a fourth page has this score. */
export function expectEquallyBad(
  facts: { listed: number; pages: number; score: number } | null,
  scores: readonly number[],
): void {
  const sorted = scores.toSorted((one, other) => one - other);
  const [third, fourth] = sorted.slice(2);
  if (third === undefined || third !== fourth) {
    expectSame(facts, null);
    return;
  }
  const count = (all: readonly number[]) => all.filter((score) => score === third).length;
  expectSame(facts, { listed: count(sorted.slice(0, 3)), pages: count(sorted), score: third });
}

export function pageAt(address: string, { pages }: PagesTruth): PageTruth {
  const found = pages.filter(({ report }) => report.address === address);
  const [page] = found;
  if (page === undefined || found.length > 1) throw new Error(`${found.length} × ${address}`);
  return page;
}

/** Returns the score of a page's base. */
export function scoreBefore({ kind, base }: PageTruth): number | null {
  return kind === 'worse' || kind === 'better' || kind === 'same' ? (base?.score ?? null) : null;
}

export function expectPartRead(
  facts: { read: number; total: number } | null,
  { reports, read }: ClientHistory,
): void {
  expectSame(facts, read < reports.length ? { read, total: reports.length } : null);
}
