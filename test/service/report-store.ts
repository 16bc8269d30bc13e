import { analysedScore, scoreOf } from './served-checks';
import { bareAddress, type Result, ratingOfScore, type StoredReport } from './served-report';

/**
 * A report to put into the store; whatever is left out gets a fixed default. `score` or `result` say what
 * the analysis has found; a `result` of null is an analysis that is outstanding.
 */
export type ReportSeed = Partial<StoredReport> & { readonly url: string };

/** One page of reports, and how many there are on all pages. */
export interface ReportPage {
  readonly reports: readonly StoredReport[];
  readonly total: number;
  readonly perPage: number;
  /** Counted from 1. */
  readonly page: number;
}

/** The reports that a service holds. */
export type ReportStore = ReturnType<typeof createReportStore>;

const FIRST_DATE = '2026-09-01T08:00:00.000Z';
const MINUTE_MS = 60_000;

/**
 * An empty store.
 * @param endsAt where a page that redirects ends; null where it cannot be fetched
 */
export function createReportStore(endsAt: (url: string) => string | null = (url) => url) {
  const reports = new Map<number, StoredReport>();
  const rounds = new Map<number, number>();
  /** What the analyses of some pages find to fail, by their addresses. */
  const failingPages = new Map<string, readonly string[]>();
  let lastId = 0;
  const newestFirst = (): readonly StoredReport[] =>
    [...reports.values()].sort((one, other) => other.id - one.id);
  /** Replaces a report by one with these changes, and returns that. */
  function change(report: StoredReport, changes: Partial<StoredReport>): StoredReport {
    const changed = { ...report, ...changes, updated_at: new Date().toISOString() };
    reports.set(report.id, changed);
    return changed;
  }
  function add(seed: ReportSeed): StoredReport {
    const report = fill(seed, lastId + 1, newestFirst()[0]?.created_at);
    if (reports.has(report.id)) throw new Error(`There already is a report ${report.id}.`);
    reports.set(report.id, report);
    rounds.set(report.id, report.score === null ? 0 : 1);
    lastId = Math.max(lastId, report.id);
    return report;
  }

  return {
    newestFirst,
    find: (id: number) => reports.get(id),
    /**
     * Adds a report. Defaults: the next id, Private, the URL's host as project, created a minute after the
     * newest one, rated by its URL. Throws when the id is taken or the URL is not absolute.
     */
    add,
    /** Adds a report that was asked for, whose analysis is outstanding. */
    create(seed: ReportSeed): StoredReport {
      const endedAt = endsAt(seed.url) ?? seed.url;
      return add({ ...seed, endedAt, result: null, created_at: new Date().toISOString() });
    },
    change,
    /** Whether the page of an address can be fetched: by http first, at the port that the address names. */
    canFetch: (url: string) => endsAt(url) !== null && !/^https:\/\/[^/]*:\d/.test(url),
    /** Analyses a report and keeps what was found; each further time the score is another one. */
    analyse(report: StoredReport): StoredReport {
      const round = rounds.get(report.id) ?? 0;
      rounds.set(report.id, round + 1);
      const endedAt = endsAt(report.url) ?? report.url;
      const failing = failingPages.get(endedAt) ?? null;
      const score = failing
        ? scoreOf(failing)
        : analysedScore(endedAt, ratingOfUrl(endedAt), round);
      return change(report, {
        endedAt,
        score,
        result: ratingOfScore(score),
        failing,
        generated_at: new Date().toISOString(),
      });
    },
    /** From now on the analyses of a page find that these checks fail, and no others. */
    setFailing(url: string, names: readonly string[]): void {
      failingPages.set(url, names);
    },
    remove: (id: number) => reports.delete(id),
  };
}

/**
 * Filters, sorts and cuts by the interface's own parameters, which must be valid. `search` is a part of the
 * address that is listed, in any case and without scheme and `www.`; `project` is a whole name. Texts sort by
 * code unit, and nothing before something, as in a database. Equal reports sort by id in the same direction.
 * Versions up to 13 take `sort_by=generated_at`, and answer with the order by id.
 */
export function selectReports(
  reports: readonly StoredReport[],
  parameters: ReadonlyMap<string, string>,
): ReportPage {
  const search = bareAddress(parameters.get('search') ?? '').toLowerCase();
  const project = parameters.get('project');
  const result = parameters.get('result');
  const sortBy = parameters.get('sort_by') ?? 'id';
  const keyOf = (report: StoredReport) => {
    if (sortBy === 'url') return bareAddress(report.endedAt);
    return sortBy === 'result' ? report.score : report.id;
  };
  const direction = parameters.get('sort') === 'asc' ? 1 : -1;
  const perPage = Number(parameters.get('per_page') ?? 25);
  const page = Number(parameters.get('page') ?? 1);

  const found = reports
    .filter((report) => bareAddress(report.endedAt).toLowerCase().includes(search))
    .filter((report) => project === undefined || report.project === project)
    .filter((report) => result === undefined || report.result === result)
    .sort((one, other) => direction * (compare(keyOf(one), keyOf(other)) || one.id - other.id));
  const first = (page - 1) * perPage;
  return { reports: found.slice(first, first + perPage), total: found.length, perPage, page };
}

function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  return one < other ? -1 : 1;
}

function fill(seed: ReportSeed, nextId: number, newestDate: string | undefined): StoredReport {
  const { url, endedAt = url, privacy = 1, result = ratingOfUrl(endedAt) } = seed;
  const { created_at = newestDate === undefined ? FIRST_DATE : minuteAfter(newestDate) } = seed;
  // Answers show whole numbers but for those of a write.
  const analysed = result === null ? null : Math.round(analysedScore(endedAt, result));
  const { score = analysed } = seed;
  return {
    id: nextId,
    endedAt,
    privacy,
    password: privacy === 2 ? 'open-sesame' : null,
    failing: null,
    project: new URL(endedAt).hostname.replace(/^www\./, ''),
    generated_at: score === null ? null : created_at,
    created_at,
    updated_at: created_at,
    ...seed,
    score,
    result: score === null ? null : ratingOfScore(score),
  };
}

function minuteAfter(date: string): string {
  return new Date(Date.parse(date) + MINUTE_MS).toISOString();
}

/** Rates an absolute URL by its text alone: no flaw is good, one or two are decent, more are bad. */
function ratingOfUrl(url: string): Result {
  const { protocol, hostname, pathname } = new URL(url);
  const isHere = ['localhost', '127.0.0.1'].includes(hostname);
  const flaws = [
    protocol !== 'https:' && !isHere,
    pathname.length > 60,
    // An encoded letter of another script, such as %C3%BC, is no capital.
    /[A-Z_]/.test(pathname.replace(/%../g, '')),
    pathname.split('/').filter(Boolean).length > 3,
  ].filter(Boolean).length;
  return flaws === 0 ? 'good' : flaws <= 2 ? 'decent' : 'bad';
}
