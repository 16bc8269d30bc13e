import { type HostReports, hostReports } from '@/lib/archive/host-reports';
import { isOnThisComputer } from '@/lib/connection/base-url';
import type { Connection } from '@/lib/connection/connection';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { RequestWatch } from '@/lib/service/answer/rate-limit';
import type { Client } from '@/lib/service/client';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import { preferencesItem } from '@/lib/settings/preferences-item';
import { createAnswers } from '@/lib/task/answers';
import { createAllowance } from '@/lib/task/batch/allowance';
import { isOpen } from '@/lib/task/batch/batch';
import { createCreations } from '@/lib/task/creations';
import { createDispatch } from '@/lib/task/dispatch';
import { createGateControl } from '@/lib/task/gate-control';
import { createKnownReports } from '@/lib/task/known-reports';
import { createReads, type Reads } from '@/lib/task/reads';
import { createReportWrites } from '@/lib/task/report-writes';
import { createRunner, type Pace } from '@/lib/task/runner';
import type { Task } from '@/lib/task/task';
import { createTaskStore } from '@/lib/task/task-store';
import { createTasks, type Tasks } from '@/lib/task/tasks';
import { wasDeleted } from '@/lib/task/view';
import type { BackgroundTools } from './background-tools';
import { createReportMemory, type ReportMemory } from './report-memory';
import type { WakePlan } from './wake-plan';

/** A connection in use, from the first call until it is closed or the worker's end. */
export interface Session extends Pick<ReportMemory, 'lists' | 'pages' | 'notifications' | 'get'> {
  connection: Connection;
  tasks: Tasks;
  reads: Reads;
  /** See `BackgroundApi.hostReports`. A gate that is closed is the failure. */
  hostReports(host: string, page: number): Promise<Outcome<HostReports | null>>;
  /** Takes in a list that was read elsewhere: it settles tasks and tells of pages, like any other. */
  takeList(query: ReportQuery, list: ReportList, begunAt: number): Promise<void>;
  /** Does what is due and plans the rest. Rejects when the store cannot be read. */
  resume(): Promise<void>;
  /** The network is back. */
  backOnline(): Promise<void>;
  /** Whether nothing more may be stored for the connection. */
  isClosed(): boolean;
  /** Gives up every request under way; afterwards nothing more is stored for the connection. */
  close(): void;
}

type Tools = Omit<BackgroundTools, 'permissions' | 'clientFor' | 'wakeAt'> & {
  makeClient(watch: RequestWatch): Client;
  wakePlan: WakePlan;
  /** The failure where the host permission is missing; null where it is not. */
  missingPermission(): Promise<Failure | null>;
};

/** Wires all that one connection needs. */
export function createSession(connection: Connection, tools: Tools): Session {
  const { makeClient, missingPermission, keepAwake, refreshBadge, wakePlan, now } = tools;
  const { id, baseUrl } = connection;
  const controller = new AbortController();
  const { signal } = controller;

  // The tasks as they are stored, the gate, and what is read of the service.
  const taskStore = createTaskStore(id, signal, now, ({ batches }) => {
    refreshBadge();
    void keepAwake(notifications.noteBatches(batches));
  });
  const gate = createGateControl(taskStore, now);
  const allowance = createAllowance(now);
  const client = makeClient({
    onSent: allowance.spend,
    onLimit({ remaining, usedUpUntil: retryAt }) {
      if (remaining !== null) allowance.note(remaining);
      if (retryAt !== null) gate.noteFailure({ code: 'tooManyRequests', retryAt, message: null });
    },
  });
  const readTools = { client, signal, missingPermission, onFailure };
  const reads = createReads({ ...readTools, onSuccess });
  // A service may show its lists while it takes no report: what a task reads lets none go out.
  const readsOfTasks = createReads({
    ...readTools,
    onSuccess() {
      if (!gate.isAwaited()) onSuccess();
    },
  });

  function onFailure(failure: Failure): void {
    gate.noteFailure(failure);
    runner.run();
  }
  function onSuccess(): void {
    gate.noteRead();
    runner.run();
  }

  // What a list brings with it is for all who want to know, whoever has asked for it.
  type Arrival = (list: ReportList, query: ReportQuery, begunAt: number, page: number) => unknown;
  const arrivals: Arrival[] = [];
  async function takeList(query: ReportQuery, list: ReportList, begunAt: number, page = 1) {
    await taskStore.load();
    await Promise.all(arrivals.map((arrive) => arrive(list, query, begunAt, page)));
  }
  const listReader = (from: Reads) => async (query: ReportQuery, page?: number) => {
    const begunAt = now();
    const listed = await from.list(query, page);
    if (!hasFailed(listed) && !signal.aborted) {
      await takeList(query, listed.value, begunAt, page).catch(() => {});
    }
    return listed;
  };
  const readList = listReader(reads);
  const readListForTask = listReader(readsOfTasks);

  const { batches } = taskStore;
  function isMaking(): boolean {
    return batches.all().some(({ id: batchId }) => {
      return !batches.isHeld(batchId) && isOpen(taskStore.batchCounts(batchId));
    });
  }
  const memory = createReportMemory({
    ...tools,
    connectionId: id,
    readList,
    readReport: reads.get,
    isDeleted: (reportId) => wasDeleted(taskStore.outcomes(), reportId),
    rate: batches.rate,
    isMaking,
    signal,
  });
  const { lists, pages, awaited, notifications, get } = memory;

  // The tasks at work.
  function onStuck(task: Task): void {
    // Its report is in the list again, and its line there says why.
    if (task.work.kind !== 'delete' && task.batch === null)
      void keepAwake(notifications.needsAttention(task));
  }

  let pace = paceOf(INITIAL_PREFERENCES);
  /** Read at each run of the runner: a listener would have the browser start the worker at every change. */
  async function readPace(): Promise<void> {
    pace = paceOf((await preferencesItem.read()) ?? INITIAL_PREFERENCES);
  }

  const known = createKnownReports(now);
  const dispatch = createDispatch({ store: taskStore, gate, missingPermission, onStuck });
  const answers = createAnswers({ ...memory, store: taskStore, gate, dispatch, known });
  const common = { store: taskStore, gate, dispatch, answers, client, signal };
  const creations = createCreations({ ...common, known, readList: readListForTask, now });
  const writes = createReportWrites({ ...common, get: readsOfTasks.get });
  arrivals.push(
    ({ reports }, query, begunAt, page) => {
      // What stands on further pages is not the newest.
      if (page === 1) known.noteList(query, reports, begunAt);
    },
    ({ reports }) => answers.settle(reports),
    (list) => memory.onList(list),
    () => runner.run(),
  );
  const runner = createRunner({
    ...common,
    creations,
    writes,
    isOnline: () => tools.isOnline() || isOnThisComputer(baseUrl),
    pace: () => pace,
    isShort: allowance.isShort,
    keepAwake,
    onRun() {
      void readPace().catch(() => {});
      void plan();
    },
    now,
  });
  const tasks = createTasks(taskStore, gate, runner, wakePlan.cover, pages.reportsOf, now);

  function nextTime(): number | null {
    const times = [runner.nextTime(), awaitedTime()].filter((time) => time !== null);
    return times.length === 0 ? null : Math.min(...times);
  }
  async function plan(): Promise<void> {
    // What keeps the worker from being woken is stored before its wake-up goes.
    if (nextTime() === null) await taskStore.gateStored();
    if (!signal.aborted) wakePlan.set(nextTime());
  }
  /** While the gate is closed results are asked for where no task could try it, and at its time. */
  function awaitedTime(): number | null {
    const time = awaited.nextTime();
    if (time === null || gate.isOpen()) return time;
    const trial = gate.isAwaited() ? null : gate.trialTime();
    return trial && Math.max(time, trial);
  }
  async function resume(): Promise<void> {
    await Promise.all([taskStore.load(), awaited.load(), readPace().catch(() => {})]);
    await dispatch.stopWithoutPassword().catch(() => {});
    runner.run();
    const time = awaitedTime();
    if (time !== null && time <= now()) await keepAwake(awaited.readDue());
    await plan();
  }

  return {
    connection,
    tasks,
    lists,
    pages,
    notifications,
    reads,
    async hostReports(host, page) {
      await taskStore.load();
      if (taskStore.gate !== null) return { failure: taskStore.gate.failure };
      if (isMaking() || allowance.isShort()) return { value: null };
      const listed = await reads.list({ ...NEWEST_QUERY, project: host }, page);
      return hasFailed(listed) ? listed : { value: hostReports(host, listed.value) };
    },
    get,
    takeList,
    resume,
    async backOnline() {
      await taskStore.load();
      if (taskStore.gate?.until && !taskStore.gate.isTold) gate.tryNow();
      await resume();
    },
    isClosed: () => signal.aborted,
    close: () => controller.abort(),
  };
}

function paceOf({ creationsInFlight, creationPause }: Preferences): Pace {
  return { inFlight: creationsInFlight, pause: creationPause * 1000 };
}
