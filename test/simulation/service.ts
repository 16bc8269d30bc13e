import type { Failure } from '@/lib/failure';
import type { Account } from '@/lib/report/extra-fields';
import { ratingOf } from '@/lib/report/rating';
import type { Report, ReportDetails, ReportList } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { ReportDraft } from '@/lib/report/report-draft';
import type { ReportQuery } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import { matchingReports } from '@/lib/shared-state/matching-reports';
import { bareAddress } from '@/lib/url/page-key';
import { nonNumericId, sampleReport } from '../support/sample-report';
import { accountFailure } from './accounts';
import { createNetwork, FORBIDDEN, GONE, type Reply } from './network';
import type { ServiceTraits } from './scenario';
import { START, type VirtualTime } from './virtual-time';

// The simulated service. The service executes a request even if its connection breaks.

/** A report in the service's database. A deleted report keeps its row. */
export interface Row {
  report: Report;
  /** The requested report; undefined for reports from before the scenario. */
  draft: ReportDraft | undefined;
  /** Whether another person created the report. */
  isByOthers: boolean;
  /** Milliseconds since the start of the scenario. */
  createdAt: number;
  /** All changes, in order. */
  changes: { change: ReportChange; isByOthers: boolean }[];
  /** The deletion; null if the report exists. */
  gone: { isByOthers: boolean } | null;
}

type Author = 'extension' | 'another person';

export type Service = ReturnType<typeof createService>;

const PLAN_LIMIT: Failure = {
  code: 'invalid',
  message: null,
  fields: [{ field: 'url', messages: ['You have reached the limit of your plan.'] }],
};
const NO_DETAILS = { checks: [], hasMoreChecks: false, extraFields: { fields: [], isCut: false } };
/** Number of reports at the start, in addition to the report of the first page. */
const OTHER_REPORTS = { few: 1, many: 120, hundreds: 500 };
const TIME_LIMIT_SECONDS = { analysis: 180, other: 60 };
/** The id of the first report. Other reports follow by number. */
const FIRST_ID = 7;
/** A page size that the interface does not offer. */
const ALL_ROWS = Number.POSITIVE_INFINITY as 100;

interface AccountOptions {
  id: number;
  /** The page of the first report at the start of the scenario. */
  firstPage: string;
  /** The address that begins the pages of all other reports at the start. */
  otherPages: string;
}

/** Creates the service of one account, with the reports at the start of the scenario. */
export function createService(time: VirtualTime, traits: ServiceTraits, options: AccountOptions) {
  const account: Account = { fields: [{ name: 'id', value: options.id }], isCut: false };
  const rows: Row[] = [];
  const { reply, refusalOf, ...network } = createNetwork(time, traits);

  function existingRow(id: string): Row | undefined {
    return rows.find(({ report, gone }) => report.id === id && gone === null);
  }

  function addReport(url: string, draft?: ReportDraft, author: Author = 'extension'): Row {
    const number = FIRST_ID + rows.length;
    const id = traits.ids === 'numeric' ? String(number) : nonNumericId(number);
    const fullUrl = draft === undefined ? url : redirectedUrl(url);
    const row: Row = {
      report: sampleReport(id, {
        url: storedUrl(fullUrl),
        fullUrl,
        privacy: draft?.privacy ?? 1,
        result: null,
        score: null,
        generatedAt: null,
      }),
      draft,
      isByOthers: author === 'another person',
      createdAt: draft === undefined ? Number.NEGATIVE_INFINITY : time.elapsed(),
      changes: [],
      gone: null,
    };
    rows.push(row);
    setResultAfter(row, draft === undefined ? 0 : traits.resultAfter);
    return row;
  }

  function setResultAfter(row: Row, seconds: number | null): void {
    const setResult = () => {
      // Each analysis changes the score and the rating.
      const score = row.report.score === 91 ? 62 : 91;
      const generatedAt = new Date(START + time.elapsed()).toISOString();
      row.report = { ...row.report, score, result: ratingOf(score), generatedAt };
    };
    if (seconds === 0) setResult();
    else if (seconds !== null) time.after(seconds * 1000, setResult);
  }

  function redirectedUrl(url: string): string {
    if (!traits.redirectsPages) return url;
    return `https://www.${new URL(url).host}/landing${new URL(url).pathname}`;
  }

  function storedUrl(url: string): string {
    if (traits.spelling === 'as sent') return url;
    if (traits.spelling === 'bare') return bareAddress(url);
    const { origin, pathname, search } = new URL(url);
    const slash = traits.spelling === 'with a slash' ? '/' : '';
    return `${origin}${pathname.replace(/\/$/, '')}${slash}${search}`;
  }

  function updateReport(
    id: string,
    change: ReportChange,
    author: Author = 'extension',
  ): Row | undefined {
    const row = existingRow(id);
    if (row === undefined) return undefined;
    row.changes.push({ change, isByOthers: author === 'another person' });
    row.report = { ...row.report, privacy: change.privacy ?? row.report.privacy };
    if (change.results === 1) setResultAfter(row, traits.resultAfter);
    return row;
  }

  /** Returns whether the report existed. */
  function removeReport(id: string, author: Author = 'extension'): boolean {
    const row = existingRow(id);
    if (row) row.gone = { isByOthers: author === 'another person' };
    return row !== undefined;
  }

  /** Returns all reports that match a query, from all pages of the list. */
  function reportsMatching(query: ReportQuery): Report[] {
    const listed = rows
      .filter((row) => !row.gone && row.createdAt + traits.lag * 1000 <= time.elapsed())
      .map(({ report }) => (traits.listsPrivacy ? report : { ...report, privacy: null }));
    const found = matchingReports(listed, { ...query, perPage: ALL_ROWS });
    if (query.sortBy !== 'id') return found;
    // Ids may have no order, so the reports are listed in the order of creation.
    const isFound = new Set(found);
    const oldestFirst = listed.filter((report) => isFound.has(report));
    return query.sort === 'desc' ? oldestFirst.reverse() : oldestFirst;
  }

  function pageOfList(query: ReportQuery, page: number): ReportList {
    const all = reportsMatching(query);
    const end = page * query.perPage;
    return {
      reports: all.slice(end - query.perPage, end),
      unreadable: 0,
      total: traits.counts ? all.length : null,
      next: traits.counts && end < all.length ? page + 1 : null,
    };
  }

  function detailsOf(row: Row | undefined, failureIfGone: Failure = GONE): Result<ReportDetails> {
    const exists = row !== undefined && row.gone === null;
    return exists ? { value: { ...row.report, ...NO_DETAILS } } : { failure: failureIfGone };
  }

  function isLimitReached(): boolean {
    const created = rows.filter(({ draft }) => draft !== undefined);
    return traits.limit !== null && created.length >= traits.limit;
  }

  function withoutReport(answer: Result<ReportDetails | null>): Result<ReportDetails | null> {
    return hasFailed(answer) ? answer : { value: null };
  }

  if (traits.reportsAtStart !== 'none') {
    addReport(options.firstPage);
    const count = OTHER_REPORTS[traits.reportsAtStart];
    for (let page = 0; page < count; page += 1) addReport(`${options.otherPages}/${page}`);
  }

  return {
    ...network,
    rows: rows as readonly Row[],
    reportsMatching,
    exists: (id: string) => existingRow(id) !== undefined,
    create: (key: string, draft: ReportDraft) =>
      reply<ReportDetails | null>({
        kind: 'creations',
        key,
        timeLimitSeconds: TIME_LIMIT_SECONDS.analysis,
        execute() {
          if (isLimitReached()) return () => ({ failure: PLAN_LIMIT });
          const row = addReport(draft.url, draft);
          return () => detailsOf(row);
        },
        withoutReport,
      }),
    update: (key: string, id: string, change: ReportChange) =>
      reply<ReportDetails | null>({
        kind: 'updates',
        key,
        timeLimitSeconds: TIME_LIMIT_SECONDS.analysis,
        execute() {
          const row = updateReport(id, change);
          return () => detailsOf(row, FORBIDDEN);
        },
        withoutReport,
      }),
    remove: (key: string, id: string) =>
      reply<null>({
        kind: 'deletions',
        key,
        timeLimitSeconds: TIME_LIMIT_SECONDS.other,
        execute() {
          const answer = removeReport(id) ? { value: null } : { failure: GONE };
          return () => answer;
        },
      }),
    list: (key: string, query: ReportQuery, page = 1) =>
      reply<ReportList>({
        kind: 'lists',
        key,
        timeLimitSeconds: TIME_LIMIT_SECONDS.other,
        execute() {
          const value = pageOfList(query, page);
          return () => ({ value });
        },
      }),
    // Scenarios plan no outcomes for `get` and `account`.
    get(key: string, id: string): Reply<ReportDetails> {
      const row = existingRow(id);
      return (
        refusalOf(key, 'report') ?? {
          afterMs: 100,
          result: () => detailsOf(row),
        }
      );
    },
    account(key: string): Reply<Account> {
      const failure = accountFailure(key);
      return (
        refusalOf(key, 'account') ?? {
          afterMs: 100,
          result: () => (failure ? { failure } : { value: account }),
        }
      );
    },
    /** Actions of another person with the same account. */
    anotherPerson: {
      creates(draft: ReportDraft): void {
        const row = addReport(draft.url, draft, 'another person');
        // Counts as newer than reports that the extension creates at the same time.
        row.createdAt += 0.5;
      },
      publishes(id: string): void {
        updateReport(id, { privacy: 0 }, 'another person');
      },
      deletes(id: string): void {
        removeReport(id, 'another person');
      },
    },
  };
}
