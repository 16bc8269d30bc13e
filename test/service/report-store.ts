import { analyse } from './analysis';
import type { StoredReport } from './served-report';

/** A report to put into the store; whatever is left out gets a fixed default. */
export type ReportSeed = Partial<StoredReport> & { readonly url: string };

/** The reports that a service holds. */
export interface ReportStore {
  newestFirst(): readonly StoredReport[];
  find(id: number): StoredReport | undefined;
  /**
   * Adds a report. Defaults: the next id, Private, the URL's host as project, created a minute after the
   * newest one, rated by its URL. `result: null` makes a report whose analysis is outstanding.
   * Throws when the id is taken or the URL is not absolute.
   */
  add(seed: ReportSeed): StoredReport;
  /** Replaces a report by one with these changes, and returns that. */
  change(report: StoredReport, changes: Partial<StoredReport>): StoredReport;
  remove(id: number): void;
}

const FIRST_DATE = '2026-09-01T08:00:00.000Z';
const MINUTE_MS = 60_000;
const DEFAULT_PASSWORD = 'open-sesame';

/** An empty store. */
export function createReportStore(): ReportStore {
  const reports = new Map<number, StoredReport>();
  let lastId = 0;
  const newestFirst = () => [...reports.values()].sort((one, other) => other.id - one.id);

  return {
    newestFirst,
    find: (id) => reports.get(id),
    add(seed) {
      const report = fill(seed, lastId + 1, newestFirst()[0]?.created_at);
      if (reports.has(report.id)) throw new Error(`There already is a report ${report.id}.`);
      reports.set(report.id, report);
      lastId = Math.max(lastId, report.id);
      return report;
    },
    change(report, changes) {
      const changed = { ...report, ...changes };
      reports.set(report.id, changed);
      return changed;
    },
    remove(id) {
      reports.delete(id);
    },
  };
}

function fill(seed: ReportSeed, nextId: number, newestDate: string | undefined): StoredReport {
  const { url, privacy = 1, result = analyse(url).result } = seed;
  const { created_at = newestDate === undefined ? FIRST_DATE : minuteAfter(newestDate) } = seed;
  return {
    id: nextId,
    privacy,
    password: privacy === 2 ? DEFAULT_PASSWORD : null,
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
