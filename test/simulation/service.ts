import { matchingReports } from '@/lib/archive/local-list';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Account } from '@/lib/report/extra-fields';
import { ratingOf } from '@/lib/report/rating';
import type { Report, ReportDetails, ReportList } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { ReportDraft } from '@/lib/report/report-draft';
import type { ReportQuery } from '@/lib/report/report-query';
import { bareAddress } from '@/lib/url/bare-address';
import { sampleReport } from '../support/sample-report';
import type { Fate, Fates, Manner, Refusal, Unclear } from './history';
import { START, type VirtualTime } from './virtual-time';

// The service behind the line, which goes on with a request though nobody waits for it.
// Its times are in milliseconds since the history's start.

/** A report that the service has, or had. */
export interface Row {
  report: Report;
  /** What was asked for; undefined for those from before. */
  draft: ReportDraft | undefined;
  isForeign: boolean;
  at: number;
  /** What was made of it since, in order, and by whom. */
  changes: { change: ReportChange; isForeign: boolean }[];
  /** Who has deleted it. */
  gone: { isForeign: boolean } | null;
}

/** What the browser hears of a request, and when. */
export interface Reply<T> {
  after: number;
  outcome(): Outcome<T>;
}

export type Service = ReturnType<typeof createService>;

const GONE: Failure = { code: 'gone', what: 'report', message: null };
const DOWN = { code: 'serviceDown', status: 502, retryAt: null, message: null } as const;
const NOT_FETCHED: Failure = { code: 'pageFailed', message: 'The page could not be fetched.' };
const LIMIT: Failure = {
  ...{ code: 'invalid', message: null },
  fields: [{ field: 'url', messages: ['You have reached the limit of your plan.'] }],
};
const FAILURES: Record<Unclear | Refusal, Failure> = {
  'breaks off': { code: 'unreachable' },
  'says 502': DOWN,
  redirects: { code: 'redirected', to: null },
  'answers with HTML': { code: 'unexpectedAnswer', problem: 'html' },
  'refuses the key': { code: 'keyRefused', message: null },
  forbids: { code: 'notAllowed', message: null },
  'finds fault': { code: 'invalid', message: null, fields: [] },
  'checks for bots': { code: 'protectionPage' },
};
const ANSWERS: Fate = { fate: 'answers', after: 0.2 };
const ACCOUNT: Account = { fields: [{ name: 'id', value: 1 }], isCut: false };
const NO_DETAILS = { checks: [], hasMoreChecks: false, extraFields: { fields: [], isCut: false } };
const FILLERS = { few: 1, many: 120, hundreds: 500 };
const ALL = Number.POSITIVE_INFINITY as 100;

/** Makes a service at which nothing has been asked for yet. */
export function createService(time: VirtualTime, manner: Manner, firstPage: string) {
  const rows: Row[] = [];
  const fates: Fates = { posts: [], puts: [], deletes: [], lists: [] };
  const refusedKeys = new Set<string>();
  const taken: number[] = [];
  const turnedAway: number[] = [];
  let downUntil = 0;
  let isTellingDown = false;

  const at = () => time.elapsed();
  const find = (id: string) => rows.find(({ report, gone }) => report.id === id && !gone);

  function make(url: string, draft?: ReportDraft, isForeign = false): Row {
    const number = rows.length + 7;
    const id = manner.ids === 'numbers' ? String(number) : `r${(number * 7919) % 10_007}`;
    const privacy = draft?.privacy ?? 1;
    const nothingYet = { result: null, score: null, generatedAt: null };
    const fullUrl = endOf(url, draft !== undefined);
    const report = sampleReport(id, { url: kept(fullUrl), fullUrl, privacy, ...nothingYet });
    const since = draft === undefined ? Number.NEGATIVE_INFINITY : at();
    const row: Row = { report, draft, isForeign, at: since, changes: [], gone: null };
    rows.push(row);
    rate(row, draft === undefined ? 0 : manner.ratedAfter);
    return row;
  }

  function rate(row: Row, after: number | null): void {
    const set = () => {
      const score = row.report.score === 91 ? 62 : 91;
      const generatedAt = new Date(START + at()).toISOString();
      row.report = { ...row.report, score, result: ratingOf(score), generatedAt };
    };
    if (after === 0) set();
    else if (after !== null) time.after(after * 1000, set);
  }

  /** Where a page ends after its redirects, within its site. */
  function endOf(url: string, wasSent: boolean): string {
    if (manner.pagesEnd === 'there' || !wasSent) return url;
    return `https://www.${new URL(url).host}/landing${new URL(url).pathname}`;
  }

  function kept(url: string): string {
    if (manner.spelling === 'as sent') return url;
    if (manner.spelling === 'bare') return bareAddress(url);
    const { origin, pathname, search } = new URL(url);
    const slash = manner.spelling === 'with a slash' ? '/' : '';
    return `${origin}${pathname.replace(/\/$/, '')}${slash}${search}`;
  }

  function change(id: string, made: ReportChange, isForeign = false): Row | undefined {
    const row = find(id);
    if (row === undefined) return undefined;
    row.changes.push({ change: made, isForeign });
    row.report = { ...row.report, privacy: made.privacy ?? row.report.privacy };
    if (made.results === 1) rate(row, manner.ratedAfter);
    return row;
  }

  function remove(id: string, isForeign = false): boolean {
    const row = find(id);
    if (row) row.gone = { isForeign };
    return row !== undefined;
  }

  function listed(query: ReportQuery): Report[] {
    const reports = rows
      .filter((row) => !row.gone && row.at + manner.lag * 1000 <= at())
      .map(({ report }) => (manner.listsPrivacy ? report : { ...report, privacy: null }));
    // In the order in which they were made, whatever their ids look like.
    if (query.sortBy !== 'id') return matchingReports(reports, query);
    const matching = new Set(matchingReports(reports, { ...query, perPage: ALL }));
    const inOrder = reports.filter((report) => matching.has(report));
    return (query.sort === 'desc' ? inOrder.reverse() : inOrder).slice(0, query.perPage);
  }

  const failing = (after: number, failure: Failure): Reply<never> => ({
    after: after * 1000,
    outcome: () => ({ failure }),
  });
  const showing =
    (row: Row | undefined, otherwise: Failure = GONE) =>
    (): Outcome<ReportDetails> =>
      row && !row.gone ? { value: { ...row.report, ...NO_DETAILS } } : { failure: otherwise };

  /** Counts a request where only so many are taken a minute; when the next is taken, in milliseconds. */
  function throttled(): number | null {
    if (manner.throttle === null) return null;
    while (taken[0] !== undefined && taken[0] <= at() - 60_000) taken.shift();
    if (taken.length >= manner.throttle) {
      turnedAway.push(at());
      return (taken[0] ?? 0) + 60_000 - at();
    }
    taken.push(at());
    return null;
  }

  /** Why nobody gets an answer at this moment. */
  function refusal(key: string): Reply<never> | null {
    const wait = throttled();
    if (wait !== null) {
      const retryAt = new Date(time.now() + Math.ceil(wait / 1000) * 1000).toISOString();
      return failing(0.1, { code: 'tooManyRequests', retryAt, message: null });
    }
    if (at() < downUntil) return failing(0.1, isTellingDown ? DOWN : FAILURES['breaks off']);
    return refusedKeys.has(key) ? failing(0.1, FAILURES['refuses the key']) : null;
  }

  /**
   * Decides what becomes of a request.
   * @param limit how long the browser waits for an answer
   * @param work is done at the time that the fate says, and asked for what the answer shows
   */
  function reply<T>(
    kind: keyof Fates,
    key: string,
    limit: number,
    work: () => () => Outcome<T>,
    nod: (shown: Outcome<T>) => Outcome<T> = (shown) => shown,
  ): Reply<T> {
    const refused = refusal(key);
    if (refused) return refused;
    const fate = fates[kind].shift() ?? ANSWERS;
    // Changes and deletions are done at once, so that a later one is not overtaken.
    const workIn = (seconds: number) => (kind === 'posts' ? seconds * 1000 : 50);
    switch (fate.fate) {
      case 'answers':
      case 'nods': {
        let shown = (): Outcome<T> => ({ failure: GONE });
        const start = () => {
          shown = work();
        };
        // Long before the answer, where that takes its time; a list at once.
        if (kind === 'lists') start();
        else time.after(Math.min(fate.after * 900, workIn(3)), start);
        const outcome = () => (fate.fate === 'nods' ? nod(shown()) : shown());
        return { after: fate.after * 1000, outcome };
      }
      case 'says 429':
      case 'says 503': {
        const wait = fate.retryAfter;
        const retryAt = wait === null ? null : new Date(time.now() + wait * 1000).toISOString();
        if (fate.fate === 'says 503') return failing(0.1, { ...DOWN, status: 503, retryAt });
        return failing(0.1, { code: 'tooManyRequests', retryAt, message: null });
      }
      case 'cannot fetch':
        if (fate.work !== null) time.after(workIn(fate.work), work);
        return failing(fate.after, NOT_FETCHED);
      case 'is silent':
        if (fate.work !== null) time.after(workIn(fate.work), work);
        return failing(limit, { code: 'timedOut', seconds: limit });
      case 'breaks off':
      case 'says 502':
      case 'redirects':
      case 'answers with HTML':
        if (fate.work !== null) time.after(workIn(fate.work), work);
        return failing(fate.after, FAILURES[fate.fate]);
      default:
        return failing(0.1, FAILURES[fate.fate]);
    }
  }

  const isLimitReached = () =>
    manner.limit !== null && rows.filter(({ draft }) => draft !== undefined).length >= manner.limit;

  /** 2xx without a report, where there was one. */
  const withoutReport = (shown: Outcome<ReportDetails | null>) =>
    hasFailed(shown) ? shown : { value: null };

  if (manner.earlier !== 'none') {
    make(firstPage);
    const count = FILLERS[manner.earlier];
    for (let one = 0; one < count; one += 1) make(`https://other.example/${one}`);
  }

  return {
    /** When it has answered 429 since more than its throttle allows was asked for. */
    turnedAway: turnedAway as readonly number[],
    /** All reports that it has ever had, in order. */
    rows: rows as readonly Row[],
    listed,
    create: (key: string, draft: ReportDraft) =>
      reply<ReportDetails | null>(
        ...(['posts', key, 180] as const),
        () => (isLimitReached() ? () => ({ failure: LIMIT }) : showing(make(draft.url, draft))),
        withoutReport,
      ),
    update: (key: string, id: string, made: ReportChange) =>
      reply<ReportDetails | null>(
        ...(['puts', key, 180] as const),
        () => showing(change(id, made), FAILURES.forbids),
        withoutReport,
      ),
    remove: (key: string, id: string) =>
      reply('deletes', key, 60, () => {
        const outcome = remove(id) ? { value: null } : { failure: GONE };
        return () => outcome;
      }),
    list: (key: string, query: ReportQuery) =>
      reply<ReportList>('lists', key, 60, () => {
        const value = { reports: listed(query), unreadable: 0, total: null, next: null };
        return () => ({ value });
      }),
    // No history plans anything for these two.
    get: (key: string, id: string) => refusal(key) ?? { after: 100, outcome: showing(find(id)) },
    account: (key: string): Reply<Account> =>
      refusal(key) ?? { after: 100, outcome: () => ({ value: ACCOUNT }) },
    plan: (planned: Fates) => void Object.assign(fates, structuredClone(planned)),
    /** Nothing gets through for so many seconds, or only the word that the service is down. */
    goDown(seconds: number, isTold: boolean) {
      downUntil = at() + seconds * 1000;
      isTellingDown = isTold;
    },
    refuseKey: (key: string) => void refusedKeys.add(key),
    /** Another client of the same account. Its report comes after all else of the same moment. */
    somebody: {
      reports: (draft: ReportDraft) => {
        make(draft.url, draft, true).at += 0.5;
      },
      publishes: (id: string) => void change(id, { privacy: 0 }, true),
      deletes: (id: string) => void remove(id, true),
    },
  };
}
