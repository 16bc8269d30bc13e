import { type Failure, isAboutAll } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { hasMore, type Report, type ReportList, toSummary } from '@/lib/report/report';
import { placeOf } from '@/lib/report/report-page';
import {
  isSameQuery,
  NEWEST_QUERY,
  pageQuery,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';
import type { Client } from '@/lib/service/client';
import { addressKey } from '@/lib/url/page-key';
import type { GateControl } from './gate-control';
import type { ReportKnowledge } from './known-reports';
import { isKnown, matchReports, mayBeRedirected } from './match';
import type { AfterAnswer, Gateway } from './outgoing';
import * as steps from './steps';
import { isCreation, isIn, type Task, type TaskIn, type TaskOf } from './task';
import type { TaskStore } from './task-store';

type Creation = TaskOf<'create'>;
type Sought = Creation & TaskIn<'unknown'>;

/** Creates reports, and looks for those whose answer was lost. None of these rejects. */
export interface Creations {
  /** Sends a creation; null where it did not go out, or the connection is closed. */
  send(task: Creation): Promise<AfterAnswer | null>;
  /** Looks once for the report of a creation, and for those of others that the same list tells of. */
  look(task: Sought): Promise<void>;
  /**
   * Whether batches have to wait: with more new reports, no list would go back to before one that is
   * looked for, and nobody could tell any more whether it was made.
   */
  holdBatches(): boolean;
  /** Finishes those whose reports a list shows. */
  settle(listed: readonly Report[]): Promise<void>;
}

interface CreationTools {
  store: TaskStore;
  gate: GateControl;
  gateway: Gateway;
  knowledge: ReportKnowledge;
  client: Client;
  /** Reads a list, which is given to `settle` as every list is. */
  readList(query: ReportQuery): Promise<Outcome<ReportList>>;
  /** Stores what follows from a report that was made; null where the service did not show it. */
  onCreated(task: Creation, report: Report | null): Promise<void>;
  signal: AbortSignal;
  now(): number;
}

/** Fewer than a list shows, since some are out, and others make reports as well. */
const MOST_SINCE = NEWEST_QUERY.perPage - 20;

/** Makes the creations of one connection. */
export function createCreations(tools: CreationTools): Creations {
  const { store, gate, gateway, knowledge, client, readList, onCreated, signal, now } = tools;

  async function end(task: Creation, report: Report | null): Promise<void> {
    knowledge.noteOwn(report?.id ?? null);
    const others = report === null ? [] : takenFromOthers(task, report);
    const place = report && placeOf(report);
    const ending = store.finish(task, { end: 'done', report: place }, () =>
      onCreated(task, report),
    );
    await Promise.all([...others.map(store.keep), ending]);
  }

  /** What one creation of a page has become is no other's. */
  function takenFromOthers({ id, work }: Creation, report: Report): Task[] {
    const page = addressKey(work.draft.url);
    return unsettled()
      .filter((other) => other.id !== id && addressKey(other.work.draft.url) === page)
      .flatMap((other) => {
        const { known } = other.work;
        if (known === null) return [];
        return [
          {
            ...other,
            work: { ...other.work, known: { ...known, ids: [...known.ids, report.id] } },
          },
        ];
      });
  }

  /** A batch of which several are refused with the same words would most likely be refused as a whole. */
  async function pauseIfAlike({ batch, work }: Creation, failure: Failure | null): Promise<void> {
    if (batch === null) return;
    const { batches } = store;
    const words = batches.refusals.note(batch.id, work.draft.url, failure);
    const standing = batches.get(batch.id);
    if (words === null || standing === undefined || standing.isPaused) return;
    await batches.put({ ...standing, isPaused: true, pausedBy: words }).catch(() => {});
    await store.writeView();
  }

  /** Those whose reports a list may show, the oldest first. */
  function unsettled(): Creation[] {
    const ofBatches = store.batches.all().flatMap(({ id }) => [...store.stuckOf(id)]);
    const stuck = [...store.stuck, ...ofBatches].filter(isUnconfirmed);
    return [...stuck, ...store.unanswered].sort((one, other) => one.askedAt - other.askedAt);
  }

  /** A report must not pass for another's while the one that it belongs to is out. */
  function mayBeListed({ work }: Creation): boolean {
    const page = addressKey(work.draft.url);
    return ![...store.sent].some((other) => addressKey(other.work.draft.url) === page);
  }

  async function settle(listed: readonly Report[]): Promise<void> {
    const candidates = unsettled();
    if (candidates.length === 0) return;
    const matches = matchReports(candidates.filter(mayBeListed), listed);
    await Promise.all(
      candidates.map((task) => {
        const report = matches.get(task.id);
        return report && end(task, report);
      }),
    );
  }

  /** What the service has before a first request; undefined where nobody can tell for now. */
  async function knownBefore({ tries, work }: Creation) {
    if (tries > 0) return work.known;
    const known = await knowledge.before(work.draft.url);
    if (!hasFailed(known)) return known.value;
    return isAboutAll(known.failure) ? undefined : null;
  }

  function stillUnknown(id: string): Sought | null {
    const task = store.get(id);
    return task && isCreation(task) && isIn(task, 'unknown') ? task : null;
  }

  /** The ids of the creations on whose pages the service has failed, and that one list decides about. */
  function sharingLook(task: Sought, query: ReportQuery): string[] {
    return [...store.unanswered].flatMap((other) => {
      const isFailed = isIn(other, 'unknown') && other.state.failure?.code === 'pageFailed';
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
      if (isIn(next, 'unknown') && next.state.failure) gate.met(next.state.failure, id);
      await gateway.goOn(next);
    }
  }

  /** Where a page redirects within its site, its report is listed under another address. */
  function mayBeThere({ reports }: ReportList, task: Sought): boolean {
    return reports.some((report) => mayBeRedirected(report, task) && !store.wasCreated(report.id));
  }

  async function afterLook(id: string, look: steps.Look): Promise<void> {
    const task = stillUnknown(id);
    if (task === null) return;
    const step = steps.afterLook(task, look, store.gate?.until ?? null, now());
    if ('task' in step) await gateway.goOn(step.task);
    else await end(task, null);
  }

  return {
    async send(task) {
      const known = await knownBefore(task);
      if (known === undefined || signal.aborted) return null;
      const out = await gateway.letOut(task, { ...task, work: { ...task.work, known } });
      if (out === null || signal.aborted) return null;
      const { draft } = out.task.work;
      const outcome = await client.create({ ...draft, password: out.password }, signal);
      if (signal.aborted) return null;
      const report = hasFailed(outcome) || outcome.value === null ? null : toSummary(outcome.value);
      const shown = hasFailed(outcome) ? outcome : { value: report !== null };
      const step = steps.afterCreation(out.task, shown, now());
      if ('task' in step && !hasFailed(outcome)) knowledge.noteOwn(null);
      const failure = failureOf(outcome);
      return async () => {
        const ending = 'end' in step ? end(out.task, report) : gateway.goOn(step.task);
        const pausing = pauseIfAlike(out.task, failure);
        // Whether the service or the page is at fault is told by a look.
        if (failure?.code !== 'pageFailed') gate.answered(failure, task.id);
        await Promise.all([ending, pausing]);
      };
    },
    async look(sought) {
      const { id, work, state } = sought;
      if (state.failure?.code === 'pageFailed') return lookAfterPageFailure(sought);
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
    holdBatches: () =>
      [...store.unanswered].some(({ state, work: { known } }) => {
        if (state.name !== 'unknown' || known === null) return false;
        return knowledge.madeSince(known) >= MOST_SINCE;
      }),
    settle,
  };
}

function failureOf(outcome: Outcome<unknown>): Failure | null {
  return hasFailed(outcome) ? outcome.failure : null;
}

function isUnconfirmed(task: Task): task is Creation {
  const { state } = task;
  return isCreation(task) && state.name === 'stuck' && state.reason === 'unconfirmed';
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
