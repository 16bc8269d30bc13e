import type { Result, StoredReport } from './served-report';

/** A report to put into the store; whatever is left out gets a fixed default. */
export type ReportSeed = Partial<StoredReport> & { readonly url: string };

/** One page of reports, and how many there are on all pages. */
export interface ReportPage {
  readonly reports: readonly StoredReport[];
  readonly total: number;
  readonly perPage: number;
}

/** The reports that a service holds. */
export type ReportStore = ReturnType<typeof createReportStore>;

const FIRST_DATE = '2026-09-01T08:00:00.000Z';
const MINUTE_MS = 60_000;

/** An empty store. */
export function createReportStore() {
  const reports = new Map<number, StoredReport>();
  let lastId = 0;
  const newestFirst = (): readonly StoredReport[] =>
    [...reports.values()].sort((one, other) => other.id - one.id);
  /** Replaces a report by one with these changes, and returns that. */
  function change(report: StoredReport, changes: Partial<StoredReport>): StoredReport {
    const changed = { ...report, ...changes };
    reports.set(report.id, changed);
    return changed;
  }

  return {
    newestFirst,
    find: (id: number) => reports.get(id),
    /**
     * Adds a report. Defaults: the next id, Private, the URL's host as project, created a minute after the
     * newest one, rated by its URL. `result: null` makes a report whose analysis is outstanding.
     * Throws when the id is taken or the URL is not absolute.
     */
    add(seed: ReportSeed): StoredReport {
      const report = fill(seed, lastId + 1, newestFirst()[0]?.created_at);
      if (reports.has(report.id)) throw new Error(`There already is a report ${report.id}.`);
      reports.set(report.id, report);
      lastId = Math.max(lastId, report.id);
      return report;
    },
    change,
    /** Analyses a report and keeps what was found. */
    analyse: (report: StoredReport) =>
      change(report, { ...analyse(report.url), generated_at: new Date().toISOString() }),
    remove: (id: number) => reports.delete(id),
  };
}

/**
 * Filters, sorts and cuts by the interface's own parameters, which must be valid. `search` is a part of the URL
 * in any case, `project` a whole project name. Texts sort by code unit, so results ascend bad, decent, good;
 * nothing sorts before something, as in a database. Equal reports sort by id in the same direction.
 */
export function selectReports(
  reports: readonly StoredReport[],
  parameters: ReadonlyMap<string, string>,
): ReportPage {
  const search = parameters.get('search')?.toLowerCase();
  const project = parameters.get('project');
  const result = parameters.get('result');
  const sortBy = (parameters.get('sort_by') ?? 'id') as 'id' | 'generated_at' | 'url' | 'result';
  const direction = parameters.get('sort') === 'asc' ? 1 : -1;
  const perPage = Number(parameters.get('per_page') ?? 10);

  const found = reports
    .filter((report) => search === undefined || report.url.toLowerCase().includes(search))
    .filter((report) => project === undefined || report.project === project)
    .filter((report) => result === undefined || report.result === result)
    .sort((one, other) => direction * (compare(one[sortBy], other[sortBy]) || one.id - other.id));
  return { reports: found.slice(0, perPage), total: found.length, perPage };
}

function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  return one < other ? -1 : 1;
}

function fill(seed: ReportSeed, nextId: number, newestDate: string | undefined): StoredReport {
  const { url, privacy = 1, result = analyse(url).result } = seed;
  const { created_at = newestDate === undefined ? FIRST_DATE : minuteAfter(newestDate) } = seed;
  return {
    id: nextId,
    privacy,
    password: privacy === 2 ? 'open-sesame' : null,
    project: new URL(url).host,
    result,
    generated_at: result === null ? null : created_at,
    created_at,
    checks: seed.result === undefined ? analyse(url).checks : [],
    ...seed,
  };
}

function minuteAfter(date: string): string {
  return new Date(Date.parse(date) + MINUTE_MS).toISOString();
}

/**
 * Rates an absolute URL by its text alone, so that the same one always gets the same result. No page is fetched.
 * No failed check is good, one or two are decent, more are bad.
 */
function analyse(url: string): Pick<StoredReport, 'checks'> & { readonly result: Result } {
  const { protocol, hostname, pathname } = new URL(url);
  const isHere = ['localhost', '127.0.0.1'].includes(hostname);
  const checks = [
    { name: 'https', passed: protocol === 'https:' || isHere },
    { name: 'short path', passed: pathname.length <= 60 },
    // An encoded letter of another script, such as %C3%BC, is no capital.
    { name: 'readable path', passed: !/[A-Z_]/.test(pathname.replace(/%../g, '')) },
    { name: 'shallow path', passed: pathname.split('/').filter(Boolean).length <= 3 },
  ];
  const failed = checks.filter((check) => !check.passed).length;
  return { result: failed === 0 ? 'good' : failed <= 2 ? 'decent' : 'bad', checks };
}
