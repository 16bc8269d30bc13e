import { isAboutAll } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { hasMore, type ReportList, toSummary } from '@/lib/report/report';
import {
  isSameQuery,
  NEWEST_QUERY,
  pageQuery,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';
import type { Client } from '@/lib/service/client';
import type { GateControl } from '@/lib/task/gate/gate-control';
import type { TaskStore } from '@/lib/task/store/task-store';
import type { Answer, Answers } from './answers';
import { isKnown, mayBeRedirected } from './match';
import type { KnownReports } from './prior-reports';
import { createPriorReports } from './prior-reports';
import * as steps from './steps';
import { isCreation, isIn, type PriorReports, type TaskOf } from './task';
import type { Sought } from './turns';
import type { WrittenReports } from './written-reports';

type Creation = TaskOf<'create'>;

/** Creates reports, and looks for those whose answer was lost. None of these rejects. */
export type Creations = ReturnType<typeof createCreations>;

interface CreationTools {
  store: TaskStore;
  gate: GateControl;
  answers: Answers;
  known: KnownReports;
  client: Client;
  /** Reads a list, which `answers` settles by, as by every list. */
  readList(query: ReportQuery): Promise<Outcome<ReportList>>;
  written: Pick<WrittenReports, 'note'>;
  signal: AbortSignal;
  now(): number;
}

/** Fewer than a list shows, since some are out, and others make reports as well. */
const MOST_SINCE = NEWEST_QUERY.perPage - 20;

/** Makes the creations of one connection. */
export function createCreations(tools: CreationTools) {
  const { store, gate, answers, known, client, readList, written, signal, now } = tools;
  const readPrior = createPriorReports(known, readList, now);

  /** What the service has before a first request; undefined where nobody can tell for now. */
  async function priorTo({ tries, work }: Creation): Promise<PriorReports | null | undefined> {
    if (tries > 0) return work.known;
    const prior = await readPrior(work.draft.url);
    if (!hasFailed(prior)) return prior.value;
    return isAboutAll(prior.failure) ? undefined : null;
  }

  function stillUnknown(id: string): Sought | null {
    const task = store.get(id);
    return task && isCreation(task) && isIn(task, 'unknown') ? task : null;
  }

  function soughtOnes(): Sought[] {
    return store.open().flatMap((task) => stillUnknown(task.id) ?? []);
  }

  /** The ids of the creations on whose pages the service has failed, and that one list decides about. */
  function sharingLook(task: Sought, query: ReportQuery): string[] {
    return soughtOnes().flatMap((other) => {
      const isFailed = other.standing.failure?.code === 'pageFailed';
      const shares = other.id === task.id || isSameQuery(pageLookQuery(other), query);
      return isFailed && shares ? [other.id] : [];
    });
  }

  /** One look tells whether the service has made the report all the same, on whose page it failed. */
  async function lookAfterPageFailure(task: Sought): Promise<void> {
    const query = pageLookQuery(task);
    const ids = sharingLook(task, query);
    const listed = await readList(query);
    if (signal.aborted) return;
    for (const id of ids) {
      const left = stillUnknown(id);
      if (left === null) continue;
      const next = steps.afterPageLook(left, !hasFailed(listed), now());
      if (isIn(next, 'unknown') && next.standing.failure) {
        gate.noteFailure(next.standing.failure, id);
      }
      await answers.goOn(next);
    }
  }

  /** Where a page redirects within its site, its report is listed under another address. */
  function mayBeThere({ reports }: ReportList, task: Sought): boolean {
    return reports.some((report) => mayBeRedirected(report, task) && !store.wasCreated(report.id));
  }

  async function afterLook(id: string, look: steps.Look): Promise<void> {
    const task = stillUnknown(id);
    if (task === null) return;
    const step = steps.afterLook(task, look, gate.get()?.until ?? null, now());
    if ('task' in step) await answers.goOn(step.task);
    else await answers.endCreation(task, null);
  }

  return {
    /** A creation with what the service has before it; null where nobody can tell for now. */
    async prepare(task: Creation): Promise<Creation | null> {
      const known = await priorTo(task);
      return known === undefined ? null : { ...task, work: { ...task.work, known } };
    },
    /** Sends the request of a creation. */
    async request(task: Creation, password: string | undefined): Promise<Answer> {
      const outcome = await client.create({ ...task.work.draft, password }, signal);
      const failure = hasFailed(outcome) ? outcome.failure : null;
      const details = hasFailed(outcome) ? null : outcome.value;
      if (details !== null) written.note(details, false);
      const report = details && toSummary(details);
      const shown = hasFailed(outcome) ? outcome : { value: report !== null };
      const step = steps.afterCreation(task, shown, now());
      if ('task' in step && failure === null) known.noteOwn(null);
      // Whether the service or the page is at fault is told by a look.
      const tellsGate = failure?.code !== 'pageFailed';
      return { task, step, report, failure, tellsGate };
    },
    /** Looks once for the report of a creation, and for those of others that the same list tells of. */
    async look(sought: Sought): Promise<void> {
      const { id, work, standing } = sought;
      if (standing.failure?.code === 'pageFailed') return lookAfterPageFailure(sought);
      let look: steps.Look = 'cannotTell';
      // A service may keep an address in another spelling, or search by its own rules.
      for (const query of [pageQuery(work.draft.url), NEWEST_QUERY]) {
        const listed = await readList(query);
        if (signal.aborted) return;
        if (hasFailed(listed)) {
          if (!isAboutAll(listed.failure)) continue;
          look = 'failed';
          break;
        }
        const task = stillUnknown(id);
        if (task === null) return;
        const isComplete = query === NEWEST_QUERY && goesBack(listed.value, task);
        if (isComplete && !mayBeThere(listed.value, task)) look = 'notThere';
      }
      await afterLook(id, look);
    },
    /**
     * Whether batches have to wait: with many more new reports, the newest hundred would no longer reach
     * back to before a report that is looked for, and nobody could tell whether it was made.
     */
    holdBatches: (): boolean =>
      soughtOnes().some(({ work }) => work.known && known.madeSince(work.known) >= MOST_SINCE),
  };
}

/** What is looked at after the service has failed on a page: where ids are numbers, the newest tell. */
function pageLookQuery({ work: { draft, known } }: Creation): ReportQuery {
  const hasNumbers = known === null || known.newestId !== null || known.ids.length === 0;
  return hasNumbers ? RECENT_REPORTS_QUERY : pageQuery(draft.url);
}

/** Whether the newest reports would show one that a creation has made: they end, or go back to before it. */
function goesBack(list: ReportList, { work }: Creation): boolean {
  const { known } = work;
  if (known === null) return false;
  return (
    !hasMore(list, NEWEST_QUERY.perPage) || list.reports.some((report) => isKnown(report, known))
  );
}
