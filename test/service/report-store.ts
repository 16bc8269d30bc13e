import { analysedScore, scoreOf } from './served-checks';
import { bareAddress, type Result, ratingOfScore, type StoredReport } from './served-report';

/** The fields of a new report. With `result` null, the analysis has not ended. */
export type ReportSeed = Partial<StoredReport> & { readonly url: string };

export interface ReportPage {
  readonly reports: readonly StoredReport[];
  /** Number of reports on all pages. */
  readonly total: number;
  readonly perPage: number;
  /** Counted from 1. */
  readonly page: number;
}

export type ReportStore = ReturnType<typeof createReportStore>;

const FIRST_DATE = '2026-09-01T08:00:00.000Z';
const MINUTE_MS = 60_000;

export function createReportStore(finalUrlOf: (url: string) => string | null = (url) => url) {
  const reports = new Map<number, StoredReport>();
  const analysisCounts = new Map<number, number>();
  const failingChecksByPage = new Map<string, readonly string[]>();
  let lastId = 0;
  const newestFirst = (): readonly StoredReport[] =>
    [...reports.values()].sort((one, other) => other.id - one.id);
  function change(report: StoredReport, changes: Partial<StoredReport>): StoredReport {
    const changed = { ...report, ...changes, updated_at: new Date().toISOString() };
    reports.set(report.id, changed);
    return changed;
  }
  function add(seed: ReportSeed): StoredReport {
    const report = withDefaults(seed, lastId + 1, newestFirst()[0]?.created_at);
    if (reports.has(report.id)) throw new Error(`There already is a report ${report.id}.`);
    reports.set(report.id, report);
    analysisCounts.set(report.id, report.score === null ? 0 : 1);
    lastId = Math.max(lastId, report.id);
    return report;
  }

  return {
    newestFirst,
    find: (id: number) => reports.get(id),
    /**
     * Adds a report. By default, the report is Private, has the next id, and has the host as project. Its
     * date is a minute after the newest report. Its rating follows from the URL.
     * @throws if the id exists or the URL is not absolute
     */
    add,
    /** Adds a report whose analysis has not ended. */
    create(seed: ReportSeed): StoredReport {
      const finalUrl = finalUrlOf(seed.url) ?? seed.url;
      return add({ ...seed, finalUrl, result: null, created_at: new Date().toISOString() });
    },
    change,
    /**
     * Whether the page at an address can be fetched. Services try http first, so an https address with a
     * port number cannot be fetched.
     */
    canFetch: (url: string) => finalUrlOf(url) !== null && !/^https:\/\/[^/]*:\d/.test(url),
    /** Ends the analysis of a report. Each further analysis finds another score. */
    analyse(report: StoredReport): StoredReport {
      const round = analysisCounts.get(report.id) ?? 0;
      analysisCounts.set(report.id, round + 1);
      const finalUrl = finalUrlOf(report.url) ?? report.url;
      const failing = failingChecksByPage.get(finalUrl) ?? null;
      const score = failing
        ? scoreOf(failing)
        : analysedScore(finalUrl, ratingOfUrl(finalUrl), round);
      return change(report, {
        finalUrl,
        score,
        result: ratingOfScore(score),
        failing,
        generated_at: new Date().toISOString(),
      });
    },
    setFailing(url: string, names: readonly string[]): void {
      failingChecksByPage.set(url, names);
    },
    remove: (id: number) => reports.delete(id),
  };
}

/**
 * Filters, sorts and cuts a list by the interface's parameters, which must be valid. Texts sort by code
 * unit, and null sorts first, as in a database. Versions up to 13 accept `sort_by=generated_at`, but
 * sort by id.
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
    if (sortBy === 'url') return bareAddress(report.finalUrl);
    return sortBy === 'result' ? report.score : report.id;
  };
  const direction = parameters.get('sort') === 'asc' ? 1 : -1;
  const perPage = Number(parameters.get('per_page') ?? 25);
  const page = Number(parameters.get('page') ?? 1);

  const found = reports
    .filter((report) => bareAddress(report.finalUrl).toLowerCase().includes(search))
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

function withDefaults(
  seed: ReportSeed,
  nextId: number,
  newestDate: string | undefined,
): StoredReport {
  const { url, finalUrl = url, privacy = 1, result = ratingOfUrl(finalUrl) } = seed;
  const { created_at = newestDate === undefined ? FIRST_DATE : minuteAfter(newestDate) } = seed;
  // Only answers to writes contain scores with fractions, so reports from the start have whole scores.
  const analysed = result === null ? null : Math.round(analysedScore(finalUrl, result));
  const { score = analysed } = seed;
  return {
    id: nextId,
    finalUrl,
    privacy,
    password: privacy === 2 ? 'open-sesame' : null,
    failing: null,
    project: new URL(finalUrl).hostname.replace(/^www\./, ''),
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

/** Rates an absolute URL: `good` without a flaw, `decent` with one or two flaws, otherwise `bad`. */
function ratingOfUrl(url: string): Result {
  const { protocol, hostname, pathname } = new URL(url);
  const isOnThisComputer = ['localhost', '127.0.0.1'].includes(hostname);
  const flaws = [
    protocol !== 'https:' && !isOnThisComputer,
    pathname.length > 60,
    // Capital letters in percent escapes such as %C3%BC do not count as a flaw.
    /[A-Z_]/.test(pathname.replace(/%../g, '')),
    pathname.split('/').filter(Boolean).length > 3,
  ].filter(Boolean).length;
  if (flaws === 0) return 'good';
  return flaws <= 2 ? 'decent' : 'bad';
}
