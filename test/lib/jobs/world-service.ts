import { entryId } from '@/lib/jobs/entry';
import type { Entry, Subject } from '@/lib/jobs/types';
import type { Report, ReportList } from '@/lib/report/report';
import { listOf } from '../../support/fake-client';
import { sampleReport } from '../../support/sample-report';

/** The number of reports at the start of a simulation. Their ids are 1 to 4. */
const INITIAL_REPORTS = 4;

/** A simulated service. `carryOut` applies a request at once. The caller drops a lost request. */
export interface WorldService {
  /** The number of reports that the requests of each creation have made, by entry id. */
  made: ReadonlyMap<string, number>;
  list(): ReportList;
  /** Returns the report of an edit; undefined for a creation, or if the report is gone. */
  reportOf(subject: Subject): Report | undefined;
  /** Carries out an operation. Returns the created or updated report; null after a deletion. */
  carryOut(entry: Entry): Report | null;
}

export function createWorldService(): WorldService {
  const made = new Map<string, number>();
  let reports = Array.from({ length: INITIAL_REPORTS }, (_, at) => oldReport(at + 1)).reverse();
  let lastId = INITIAL_REPORTS;

  function reportOf(subject: Subject): Report | undefined {
    return subject.kind === 'create'
      ? undefined
      : reports.find(({ id }) => id === subject.report.id);
  }

  return {
    made,
    reportOf,
    list: () => listOf(...reports),
    carryOut(entry) {
      const { subject } = entry.operation;
      if (subject.kind === 'create') {
        lastId += 1;
        const { url, privacy } = subject;
        const report = sampleReport(String(lastId), { url, privacy });
        reports = [report, ...reports];
        made.set(entryId(entry), (made.get(entryId(entry)) ?? 0) + 1);
        return report;
      }
      const { id } = subject.report;
      if (subject.kind === 'delete') {
        reports = reports.filter((report) => report.id !== id);
        return null;
      }
      const { privacy } = subject.update;
      reports = reports.map((report) =>
        report.id === id && privacy !== undefined ? { ...report, privacy } : report,
      );
      return reportOf(subject) ?? null;
    },
  };
}

/** Returns a report that exists before the first step. */
export function oldReport(number: number): Report {
  return sampleReport(String(number), { url: `https://old.example/${number}` });
}
