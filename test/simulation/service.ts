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
import { sampleReport } from '../support/sample-report';
import { accountFailure } from './accounts';
import { createNetwork, FORBIDDEN, GONE, type Reply } from './network';
import type { ServiceTraits } from './scenario';
import { START, type VirtualTime } from './virtual-time';

// The simulated service. The service continues its work after a connection has broken. Times are in
// milliseconds since the start of the scenario.

/** A report of the service, which may be deleted. */
export interface Row {
  report: Report;
  /** The requested report; undefined for reports from before the scenario. */
  draft: ReportDraft | undefined;
  /** Whether another client of the account created the report. */
  isForeign: boolean;
  at: number;
  /** All changes in order, with their origin. */
  changes: { change: ReportChange; isForeign: boolean }[];
  /** The deletion's origin; null if the report exists. */
  gone: { isForeign: boolean } | null;
}

export type Service = ReturnType<typeof createService>;

const PLAN_LIMIT: Failure = {
  code: 'invalid',
  message: null,
  fields: [{ field: 'url', messages: ['You have reached the limit of your plan.'] }],
};
const NO_DETAILS = { checks: [], hasMoreChecks: false, extraFields: { fields: [], isCut: false } };
/** Number of reports at the start, in addition to the report of the first page. */
const OTHER_REPORTS = { few: 1, many: 120, hundreds: 500 };
/** A page size that the interface does not offer: all reports. */
const ALL = Number.POSITIVE_INFINITY as 100;

const BY_OTHER_CLIENT = true;

interface AccountFacts {
  id: number;
  /** The page of the first report at the start of the scenario. */
  firstPage: string;
  /** The address that begins the pages of all other reports at the start. */
  otherPages: string;
}

/** Creates the service of one account, with the reports at the start of the scenario. */
export function createService(time: VirtualTime, traits: ServiceTraits, facts: AccountFacts) {
  const account: Account = { fields: [{ name: 'id', value: facts.id }], isCut: false };
  const rows: Row[] = [];
  const { reply, countAndRefuse, ...network } = createNetwork(time, traits);
  const at = () => time.elapsed();
  const find = (id: string) => rows.find(({ report, gone }) => report.id === id && !gone);

  function addReport(url: string, draft?: ReportDraft, isForeign = false): Row {
    const number = rows.length + 7;
    const id = traits.ids === 'numbers' ? String(number) : `r${(number * 7919) % 10_007}`;
    const privacy = draft?.privacy ?? 1;
    const noResult = { result: null, score: null, generatedAt: null };
    const fullUrl = finalUrl(url, draft !== undefined);
    const report = sampleReport(id, { url: storedUrl(fullUrl), fullUrl, privacy, ...noResult });
    const since = draft === undefined ? Number.NEGATIVE_INFINITY : at();
    const row: Row = { report, draft, isForeign, at: since, changes: [], gone: null };
    rows.push(row);
    rate(row, draft === undefined ? 0 : traits.ratedAfter);
    return row;
  }

  function rate(row: Row, after: number | null): void {
    const setResult = () => {
      const score = row.report.score === 91 ? 62 : 91;
      const generatedAt = new Date(START + at()).toISOString();
      row.report = { ...row.report, score, result: ratingOf(score), generatedAt };
    };
    if (after === 0) setResult();
    else if (after !== null) time.after(after * 1000, setResult);
  }

  function finalUrl(url: string, wasSent: boolean): string {
    if (!traits.redirectsPages || !wasSent) return url;
    return `https://www.${new URL(url).host}/landing${new URL(url).pathname}`;
  }

  function storedUrl(url: string): string {
    if (traits.spelling === 'as sent') return url;
    if (traits.spelling === 'bare') return bareAddress(url);
    const { origin, pathname, search } = new URL(url);
    const slash = traits.spelling === 'with a slash' ? '/' : '';
    return `${origin}${pathname.replace(/\/$/, '')}${slash}${search}`;
  }

  function change(id: string, made: ReportChange, isForeign = false): Row | undefined {
    const row = find(id);
    if (row === undefined) return undefined;
    row.changes.push({ change: made, isForeign });
    row.report = { ...row.report, privacy: made.privacy ?? row.report.privacy };
    if (made.results === 1) rate(row, traits.ratedAfter);
    return row;
  }

  function remove(id: string, isForeign = false): boolean {
    const row = find(id);
    if (row) row.gone = { isForeign };
    return row !== undefined;
  }

  /** Returns all reports that match a query, from all pages of the list. */
  function listed(query: ReportQuery): Report[] {
    const reports = rows
      .filter((row) => !row.gone && row.at + traits.lag * 1000 <= at())
      .map(({ report }) => (traits.listsPrivacy ? report : { ...report, privacy: null }));
    // Orders by creation, because ids may be words.
    if (query.sortBy !== 'id') return matchingReports(reports, { ...query, perPage: ALL });
    const matching = new Set(matchingReports(reports, { ...query, perPage: ALL }));
    const inOrder = reports.filter((report) => matching.has(report));
    return query.sort === 'desc' ? inOrder.reverse() : inOrder;
  }

  function pageOf(query: ReportQuery, page: number): ReportList {
    const all = listed(query);
    const end = page * query.perPage;
    const reports = all.slice(end - query.perPage, end);
    const next = traits.counts && end < all.length ? page + 1 : null;
    return { reports, unreadable: 0, total: traits.counts ? all.length : null, next };
  }

  /** Returns a function that creates the answer with a report, or a failure if the report is gone. */
  const answerWith =
    (row: Row | undefined, failure: Failure = GONE) =>
    (): Result<ReportDetails> =>
      row && !row.gone ? { value: { ...row.report, ...NO_DETAILS } } : { failure };

  const isLimitReached = () =>
    traits.limit !== null && rows.filter(({ draft }) => draft !== undefined).length >= traits.limit;

  const withoutReport = (answer: Result<ReportDetails | null>) =>
    hasFailed(answer) ? answer : { value: null };

  if (traits.reportsAtStart !== 'none') {
    addReport(facts.firstPage);
    const count = OTHER_REPORTS[traits.reportsAtStart];
    for (let page = 0; page < count; page += 1) addReport(`${facts.otherPages}/${page}`);
  }

  return {
    ...network,
    rows: rows as readonly Row[],
    listed,
    exists: (id: string) => find(id) !== undefined,
    create: (key: string, draft: ReportDraft) =>
      reply<ReportDetails | null>(
        'posts',
        key,
        180,
        () =>
          isLimitReached()
            ? () => ({ failure: PLAN_LIMIT })
            : answerWith(addReport(draft.url, draft)),
        withoutReport,
      ),
    update: (key: string, id: string, made: ReportChange) =>
      reply<ReportDetails | null>(
        'puts',
        key,
        180,
        () => answerWith(change(id, made), FORBIDDEN),
        withoutReport,
      ),
    remove: (key: string, id: string) =>
      reply('deletes', key, 60, () => {
        const outcome = remove(id) ? { value: null } : { failure: GONE };
        return () => outcome;
      }),
    list: (key: string, query: ReportQuery, page = 1) =>
      reply<ReportList>('lists', key, 60, () => {
        const value = pageOf(query, page);
        return () => ({ value });
      }),
    // Scenarios plan no fates for `get` and `account`.
    get: (key: string, id: string) =>
      countAndRefuse(key, 'report') ?? { after: 100, outcome: answerWith(find(id)) },
    account(key: string): Reply<Account> {
      const failure = accountFailure(key);
      const outcome = (): Result<Account> => (failure ? { failure } : { value: account });
      return countAndRefuse(key, 'account') ?? { after: 100, outcome };
    },
    /** Another client of the same account. At equal times, the other client's report is the newer one. */
    somebody: {
      reports: (draft: ReportDraft) => {
        addReport(draft.url, draft, BY_OTHER_CLIENT).at += 0.5;
      },
      publishes: (id: string) => void change(id, { privacy: 0 }, BY_OTHER_CLIENT),
      deletes: (id: string) => void remove(id, BY_OTHER_CLIENT),
    },
  };
}
