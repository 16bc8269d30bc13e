import { type HostReports, hostReports } from '@/lib/archive/host-reports';
import { isOnThisComputer } from '@/lib/connection/base-url';
import type { Connection } from '@/lib/connection/connection';
import { type Failure, isReportGone } from '@/lib/failure';
import { createFrontWriter } from '@/lib/front/front-writer';
import type { FurtherPage } from '@/lib/front/held-list';
import { createFurtherReads, createListReads } from '@/lib/front/list-reads';
import { shownGate, viewItem } from '@/lib/front/view';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { type Report, type ReportDetails, type ReportList, toSummary } from '@/lib/report/report';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { type ReportReference, referTo } from '@/lib/report/report-reference';
import type { Client } from '@/lib/service/client';
import { preferencesItem } from '@/lib/settings/settings-items';
import { createNotifications } from '@/lib/surface/notifications';
import { surfaceItems } from '@/lib/surface/surface-items';
import { createAnswers } from '@/lib/task/answers';
import { isOpen } from '@/lib/task/batch/batch';
import { createCreations } from '@/lib/task/creations';
import { createKnownReports } from '@/lib/task/prior-reports';
import { createReads, type Reads } from '@/lib/task/reads';
import { createReportWrites } from '@/lib/task/report-writes';
import { createRunner } from '@/lib/task/runner';
import { createTaskStore } from '@/lib/task/store/task-store';
import type { Task } from '@/lib/task/task';
import { createTasks } from '@/lib/task/tasks';
import { createWrittenReports } from '@/lib/task/written-reports';
import { earliest, timeIn } from '@/lib/waiting-time';
import type { BackgroundTools } from './background-tools';
import { createReportMemory } from './report-memory';
import type { WakePlan } from './wake-plan';

/** A connection in use, from the first call until it is closed or the worker's end. */
export type Session = ReturnType<typeof createSession>;

type Tools = Omit<BackgroundTools, 'permissions' | 'clientFor' | 'wakeAt'> & {
  client: Client;
  wakePlan: WakePlan;
  /** The failure where the host permission is missing; null where it is not. */
  missingPermission(): Promise<Failure | null>;
};

/** Wires all that one connection needs: each part is handed what was made above it. */
export function createSession(connection: Connection, tools: Tools) {
  const { client, missingPermission, keepAwake, refreshBadge, wakePlan, soon, now } = tools;
  const { id, baseUrl } = connection;
  const controller = new AbortController();
  const { signal } = controller;

  // What is stored: the tasks and their gate, and what is known of reports.
  const notifications = createNotifications({
    ...tools,
    preferences: preferencesItem,
    shown: surfaceItems.notifications(id),
    unseen: surfaceItems.unseenOutcome(id),
    show: tools.notify,
    onUnseen: refreshBadge,
  });
  const front = createFrontWriter({
    connection,
    view: () => ({ ...store.view(), awaited: memory.awaited.ids() }),
    onView({ batches }) {
      refreshBadge();
      void keepAwake(notifications.noteBatches(batches));
    },
    ...{ soon, signal, now },
  });
  const store = createTaskStore({
    connectionId: id,
    outcomes: front.outcomes,
    shownGate: async () => shownGate(await viewItem.read(), id),
    show: front.write,
    showSoon: front.writeSoon,
    ...{ signal, now },
  });
  const { gate } = store;
  const known = createKnownReports(now);

  function isMaking(): boolean {
    const isGoingOn = (batchId: string) =>
      !store.batches.isHeld(batchId) && isOpen(store.batches.counts(batchId));
    return store.batches.all().some((batch) => isGoingOn(batch.id));
  }
  const memory = createReportMemory({
    ...{ connectionId: id, front, notifications, isMaking, onWritten: refreshBadge, keepAwake },
    ...{ signal, now },
  });
  const { archive, awaited } = memory;

  function onStuck(task: Task): void {
    // The report of a deletion is in the list again, and its line there says why.
    if (task.work.kind !== 'delete' && task.batch === null)
      void keepAwake(notifications.needsAttention(task));
  }
  const answers = createAnswers({ ...memory, store, gate, known, onStuck });

  // What is read of the service.
  const readTools = { client, signal, missingPermission, onFailure: gate.noteFailure };
  const reads = createReads({ ...readTools, onSuccess: gate.noteRead });
  // A service may show its lists while it takes no report: what is read for a task opens no gate that
  // tasks wait for.
  const readsOfTasks = createReads({
    ...readTools,
    onSuccess() {
      if (!store.hasOutgoing()) gate.noteRead();
    },
  });

  /**
   * Gives a list to all parts that learn from lists, whichever part has asked for it.
   * @param after the number of the last outcome before it was asked for
   */
  async function noteList(query: ReportQuery, list: ReportList, begunAt: number, after: number) {
    await store.load();
    known.noteList(query, list.reports, begunAt);
    await Promise.all([answers.settle(list.reports), memory.note(list.reports, begunAt)]);
    front.takeReply(query, { ...list, asked: null, after, readAt: timeIn(0, begunAt) });
  }
  const listReader = (from: Reads) => async (query: ReportQuery) => {
    const [begunAt, after] = [now(), front.lastOutcome()];
    const listed = await from.list(query);
    if (!hasFailed(listed) && !signal.aborted) {
      await noteList(query, listed.value, begunAt, after).catch(() => {});
    }
    return listed;
  };
  const readList = listReader(reads);
  const readForPage = createListReads({ readList, lastOutcome: front.lastOutcome, now });

  const readFurther = createFurtherReads({
    async readPage(query, page) {
      const begunAt = now();
      const listed = await reads.list(query, page);
      if (!hasFailed(listed) && !signal.aborted) {
        const { reports } = listed.value;
        await Promise.all([answers.settle(reports), memory.note(reports, begunAt)]);
      }
      return listed;
    },
    movedSince: (after) => front.deletionsSince(after) + store.uncertainDeletions(),
  });
  const written = createWrittenReports(now);
  async function get(report: ReportReference): Promise<Outcome<ReportDetails>> {
    const shown = written.find(report.id);
    if (shown !== null) return { value: shown };
    const begunAt = now();
    const answer = await reads.get(report.id);
    if (signal.aborted) return answer;
    if (!hasFailed(answer)) await memory.note([toSummary(answer.value)], begunAt, [report]);
    else if (isReportGone(answer.failure)) await memory.forget(report);
    return answer;
  }

  // The tasks at work.
  const common = { store, gate, answers, client, signal };
  const readListForTask = listReader(readsOfTasks);
  const creations = createCreations({ ...common, known, written, readList: readListForTask, now });
  const writes = createReportWrites({
    ...{ ...common, written, get: readsOfTasks.get, find: archive.find },
  });
  const runner = createRunner({
    ...common,
    creations,
    writes,
    missingPermission,
    isOnline: () => tools.isOnline() || isOnThisComputer(baseUrl),
    keepAwake,
    onRun: (runnersTime) => void plan(runnersTime),
    now,
  });
  const tasks = createTasks(store, gate, runner, wakePlan.cover, archive.reportsOf, now);

  /**
   * When awaited results are asked for next. While the gate is closed, that is not before the time of
   * its trial, and null where a waiting task will be the trial.
   */
  function awaitedTime(): number | null {
    const time = awaited.nextTime();
    if (time === null || gate.isOpen()) return time;
    const trial = store.hasOutgoing() ? null : gate.trialTime();
    return trial && Math.max(time, trial);
  }
  async function plan(runnersTime: () => number | null): Promise<void> {
    const nextTime = () => earliest(runnersTime(), awaitedTime());
    // A gate that waits for a change is stored before the wake-up goes: nothing would wake the worker for it.
    if (nextTime() === null) await gate.stored();
    if (!signal.aborted) wakePlan.set(nextTime());
  }
  /**
   * Reads for a page: a reply tells which outcomes came before it, and an earlier worker may have stored
   * some. What is read may open the gate for tasks, or close it.
   */
  async function forPage<T>(read: () => Promise<T>): Promise<T> {
    await store.load().catch(() => {});
    return read().finally(runner.run);
  }
  /** Resolves when pages see the present state. Rejects when the store cannot be read. */
  async function load(): Promise<void> {
    await awaited.load();
    await store.load();
  }
  /** Does what is due and plans the rest. Rejects when the store cannot be read. */
  async function resume(): Promise<void> {
    await load();
    await runner.stopWithoutPassword().catch(() => {});
    runner.run();
    const time = awaitedTime();
    if (time !== null && time <= now()) {
      await keepAwake(awaited.readDue({ readList, get }));
      runner.run();
    }
    await plan(runner.nextTime);
  }

  return {
    tasks,
    notifications,
    list: (query: ReportQuery) => forPage(() => readForPage(query)),
    /** Reads a list further. */
    listPage: (query: ReportQuery, from: FurtherPage) => forPage(() => readFurther(query, from)),
    /** Reads a report, and stores what it is by now, or that it is gone. */
    get: (report: Report) => forPage(() => get(referTo(report))),
    /** See `BackgroundApi.found`. */
    found: written.found,
    account: () => forPage(reads.account),
    /** See `BackgroundApi.hostReports`. A gate that is closed is the failure. */
    async hostReports(host: string, page: number): Promise<Outcome<HostReports | null>> {
      await store.load();
      const closed = gate.get();
      if (closed !== null) return { failure: closed.failure };
      if (isMaking()) return { value: null };
      const query = { ...NEWEST_QUERY, project: host };
      const listed = await forPage(() => reads.list(query, page));
      return hasFailed(listed) ? listed : { value: hostReports(host, listed.value) };
    },
    /** Takes in a list that was read elsewhere: it settles tasks and tells of pages, like any other. */
    async takeList(query: ReportQuery, list: ReportList, begunAt: number) {
      await store.load().catch(() => {});
      await noteList(query, list, begunAt, front.lastOutcome(begunAt)).catch(() => {});
    },
    load,
    resume,
    /** The network is back, so that the gate may open. */
    async backOnline() {
      await store.load();
      const closed = gate.get();
      if (closed?.until && !closed.isTold) gate.tryNow();
      await resume();
    },
    /** Gives up every request under way; afterwards nothing more is stored for the connection. */
    close: () => controller.abort(),
  };
}
