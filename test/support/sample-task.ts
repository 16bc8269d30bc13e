import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import type { ReportDraft } from '@/lib/report/report-draft';
import { referTo } from '@/lib/report/report-reference';
import type { BatchLine } from '@/lib/task/batch/batch';
import type { Gate } from '@/lib/task/gate/gate';
import type { Standing } from '@/lib/task/standing';
import type { PriorReports, Task, TaskOf, Work } from '@/lib/task/task';
import { sampleReport } from './sample-report';

const WAITING: Standing = { name: 'waiting', until: null };

function taskOf<One extends Work>(id: string, work: One, standing: Standing): Task & { work: One } {
  return {
    ...{ id, askedAt: 1, keeping: 'disk', batch: null, tries: 0 },
    ...{ work, standing },
  };
}

/** A private report of `https://host.example/<id>` that waits to be created, unless said otherwise. */
export function creation(
  id: string,
  standing = WAITING,
  fields: Partial<ReportDraft> = {},
): TaskOf<'create'> {
  const draft = { url: `https://host.example/${id}`, privacy: 1 as const, ...fields };
  return taskOf(id, { kind: 'create', draft, known: null }, standing);
}

/** Report 1, which waits to be published, unless said otherwise. */
export function change(id: string, standing = WAITING, report: Report = sampleReport('1')) {
  return taskOf(
    id,
    { kind: 'change', report: referTo(report), change: { privacy: 0 } },
    standing,
  ) as TaskOf<'change'>;
}

/** Report 1, which waits to be deleted, unless said otherwise. */
export function deletion(id: string, standing = WAITING, report: Report = sampleReport('1')) {
  return taskOf(id, { kind: 'delete', report: referTo(report) }, standing) as TaskOf<'delete'>;
}

/** The same creation, of one page for all ids, with whatever is to be said of the task. */
export function creationOf(
  id: string,
  { url = 'https://host.example/page', known = null, ...fields }: TaskFields = {},
): TaskOf<'create'> {
  const task = creation(id, fields.standing, { url });
  return { ...task, ...fields, work: { ...task.work, known } };
}

interface TaskFields extends Partial<Omit<Task, 'work'>> {
  url?: string;
  known?: PriorReports | null;
}

/** A gate that is closed, for five seconds unless said otherwise. */
export function closedGate(failure: Failure, fields: Partial<Gate> = {}): Gate {
  const until = '2026-11-02T12:00:05.000Z';
  return { failure, until, count: 1, isTold: false, hasRead: false, taskIds: [], ...fields };
}

/** The line of a batch of fourteen creations that all wait, unless said otherwise. */
export function sampleBatch(id: string, fields: Partial<BatchLine> = {}): BatchLine {
  const { kind = 'create', size = 14 } = fields;
  return {
    ...{
      id,
      kind,
      keeping: 'disk',
      askedAt: '2026-11-02T12:00:00.000Z',
      firstUrl: null,
      size,
      change: null,
    },
    ...{ privacy: kind === 'create' ? 1 : null, done: 0, gone: 0, failed: 0, waiting: size },
    ...{ underWay: 0, isPaused: false, isSeen: false, pausedBy: null, needsPassword: false },
    ...fields,
  };
}
