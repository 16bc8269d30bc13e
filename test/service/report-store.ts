import type { ReportEvent, StoredReport } from './report';
import { checkUrl } from './url-checks';

/** A report to put into the store; whatever is left out gets a fixed default. */
export type ReportSeed = Partial<StoredReport> & { readonly url: string };

/** What an update or an analysis may change. */
export type ReportChanges = Partial<
  Pick<StoredReport, 'privacy' | 'password' | 'result' | 'generated_at' | 'checks'>
>;

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
  /** The changed report, or undefined when there is none with this id. */
  change(id: number, changes: ReportChanges, event: ReportEvent): StoredReport | undefined;
  /** Whether there was such a report. */
  remove(id: number): boolean;
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
    change(id, changes, event) {
      const report = reports.get(id);
      if (!report) return undefined;
      const changed = { ...report, ...changes, history: [...report.history, event] };
      reports.set(id, changed);
      return changed;
    },
    remove: (id) => reports.delete(id),
  };
}

function fill(seed: ReportSeed, nextId: number, newestDate: string | undefined): StoredReport {
  const rated = checkUrl(seed.url);
  const created_at = seed.created_at ?? (newestDate ? minuteAfter(newestDate) : FIRST_DATE);
  const result = seed.result === undefined ? rated.result : seed.result;
  const generated_at = seed.generated_at ?? (result === null ? null : created_at);
  const privacy = seed.privacy ?? 1;
  const created: ReportEvent = { at: created_at, event: 'created' };
  return {
    id: seed.id ?? nextId,
    url: seed.url,
    privacy,
    password: privacy === 2 ? (seed.password ?? DEFAULT_PASSWORD) : null,
    project: seed.project ?? new URL(seed.url).host,
    result,
    generated_at,
    created_at,
    checks: seed.checks ?? (seed.result === undefined ? rated.checks : []),
    history:
      seed.history ??
      (generated_at === null ? [created] : [created, { at: generated_at, event: 'analysed' }]),
  };
}

function minuteAfter(date: string): string {
  return new Date(Date.parse(date) + MINUTE_MS).toISOString();
}
