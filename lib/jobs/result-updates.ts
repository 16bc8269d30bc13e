import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import type { Subject } from './types';

/** Returns the subjects of a job that requests new results of reports. */
export function resultUpdates(reports: readonly Report[]): Subject[] {
  return reports.map((report) => ({
    kind: 'update',
    report: referTo(report),
    update: { results: 1 },
  }));
}
