import { batch, type Signal, signal } from '@preact/signals';
import { removedReportId } from '@/lib/jobs/job';
import { isIn } from '@/lib/jobs/operation';
import type { RecentOperation } from '@/lib/jobs/types';
import type { Check } from '@/lib/report/content/checks';
import { distinctReports, type Report, type ResultFindings } from '@/lib/report/report';
import { stableValue } from './stable-value';

/**
 * The reports that an extension page knows: one version of each. The newest version wins. The time
 * of a read is the time of its request; the time of a change is the time of its answer. All times
 * come from the connection's clock.
 */
export interface ReportStore {
  /**
   * Returns the newest version of a report; null if the report is gone, undefined if unknown. A view
   * or a `computed` that calls this function runs again when the version changes.
   */
  get(id: string): Report | null | undefined;
  /** Returns the end of the latest operation that has changed a report; 0 for none. */
  writtenAt(id: string): number;
  /** Returns the findings of a report's result; null if no read contained the findings. */
  findingsOf(report: Pick<Report, 'id' | 'generatedAt'>): readonly Check[] | null;
  /**
   * Adds reports that were read.
   * @param time request time of the read
   * @param findings the failed checks with their details, by the id of the report
   */
  addRead(
    reports: readonly Report[],
    time: number,
    findings?: Readonly<Record<string, ResultFindings>>,
  ): void;
  /** Adds the report of a row, unless a version of the report is known. */
  addShown(report: Report): void;
  /** Notes that a read has found a report gone. */
  addGone(id: string, time: number): void;
  /** Adds the outcomes of finished operations. Operations that were added before change nothing. */
  addOperations(operations: readonly RecentOperation[]): void;
  /** Returns the time of the newest version; a read that begins now is at least as new. */
  latestTime(): number;
}

interface Version {
  /** Null: the report is gone. */
  report: Report | null;
  time: number;
  /** End of the latest operation; 0 for none. */
  writtenAt: number;
  findings: ResultFindings | null;
}

export function createReportStore(): ReportStore {
  const versions = new Map<string, Signal<Version | undefined>>();
  let latest = 0;

  function versionOf(id: string): Signal<Version | undefined> {
    const known = versions.get(id);
    if (known !== undefined) return known;
    const added = signal<Version | undefined>(undefined);
    versions.set(id, added);
    return added;
  }

  function add(
    id: string,
    report: Report | null,
    time: number,
    findings: ResultFindings | null,
  ): void {
    const version = versionOf(id);
    const former = version.peek();
    latest = Math.max(latest, time);
    if (former !== undefined && former.time > time) return;
    version.value = {
      report: former === undefined ? report : stableValue(former.report, report),
      time,
      writtenAt: former?.writtenAt ?? 0,
      findings: findings ?? former?.findings ?? null,
    };
  }

  /** Adds the outcome of an operation, unless a newer version is known. */
  function addWritten(id: string, report: Report | null, endedAt: number): void {
    const version = versionOf(id);
    const former = version.peek();
    if (former !== undefined && former.time >= endedAt) return;
    version.value = {
      report,
      time: endedAt,
      writtenAt: endedAt,
      findings: former?.findings ?? null,
    };
  }

  function addOperation(one: RecentOperation): void {
    const { endedAt } = one;
    latest = Math.max(latest, endedAt);
    const removedId = removedReportId(one);
    if (removedId !== null) addWritten(removedId, null, endedAt);
    else if (isIn(one.operation, 'done')) addDone(one);
  }

  function addDone({ operation, report, endedAt }: RecentOperation): void {
    if (report !== null) addWritten(report.id, report, endedAt);
    const { subject } = operation;
    if (report !== null || subject.kind !== 'update') return;
    const former = versionOf(subject.report.id).peek()?.report;
    if (!former) return;
    // The answer to an update may lack the report. The service has saved the privacy of the
    // request.
    const { privacy = former.privacy } = subject.update;
    addWritten(subject.report.id, { ...former, privacy }, endedAt);
  }

  return {
    get: (id) => versionOf(id).value?.report,
    writtenAt: (id) => versionOf(id).value?.writtenAt ?? 0,
    findingsOf({ id, generatedAt }) {
      const findings = versionOf(id).value?.findings;
      return findings && findings.generatedAt === generatedAt ? findings.checks : null;
    },
    addRead(reports, time, findings = {}) {
      batch(() => {
        for (const report of distinctReports(reports))
          add(report.id, report, time, findings[report.id] ?? null);
      });
    },
    addShown(report) {
      if (versionOf(report.id).peek() === undefined) add(report.id, report, 0, null);
    },
    addGone: (id, time) => add(id, null, time, null),
    addOperations(operations) {
      batch(() => {
        for (const one of operations) addOperation(one);
      });
    },
    latestTime: () => latest,
  };
}
