import { noOutcomes, type Outcomes, withTaskOutcome } from '@/lib/front/outcomes';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { DONE, type End } from '@/lib/task/standing';
import type { TaskOutcome } from '@/lib/task/task-outcome';
import { sampleReport } from './sample-report';

type Unnumbered = Omit<TaskOutcome, 'number'>;

const FACTS = {
  ...{ id: 'task', isRow: false, isRenewed: false },
  ...{ askedAt: 0, endedAt: 0 },
} as const;

/** That a report was made. */
export function madeOutcome(id: string, fields: Partial<Report> = {}): Unnumbered {
  const summary = sampleReport(id, fields);
  const draft = { url: summary.url ?? '', privacy: 1 } as const;
  return {
    ...FACTS,
    wish: { kind: 'create', draft },
    standing: DONE,
    report: referTo(summary),
    summary,
  };
}

/** That a report was changed, and what it is since; null where that is not known. */
export function changedOutcome(id: string, fields: Partial<Report> | null): Unnumbered {
  const report = referTo(sampleReport(id));
  const summary = fields && sampleReport(id, fields);
  const change = { privacy: 0 } as const;
  return { ...FACTS, wish: { kind: 'change', report, change }, standing: DONE, report, summary };
}

/** That a report was deleted, or that a person has taken that back. */
export function deletedOutcome(id: string, name: End['name'] = 'done'): Unnumbered {
  const report = referTo(sampleReport(id));
  return { ...FACTS, wish: { kind: 'delete', report }, standing: { name }, report, summary: null };
}

/** What has become of tasks, numbered from 1. */
export function outcomesOf(...all: Unnumbered[]): Outcomes {
  return all.reduce(withTaskOutcome, noOutcomes('a', 0));
}
