import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import { BEFORE_STORING_AGAIN, CUT_OFF_MS, earliest } from '@/lib/waiting-time';
import type { Answer, ApplyAnswer } from './answers';
import type { BackoffState } from './backoff-state';
import type { Creations } from './creations';
import type { Edits } from './edits';
import { type Entry, entryId, isCreationEntry, isEditEntry } from './entry';
import type { ChangedOperation, JobStore } from './job-store';
import { type Creation, type Edit, isIn, privacyOf, type UnverifiedCreation } from './operation';
import { createScheduler } from './scheduler';
import * as steps from './steps';

/** Sends the operations, one after the other as the scheduler says. */
export type Runner = ReturnType<typeof createRunner>;

interface RunnerTools {
  store: JobStore;
  backoff: BackoffState;
  creations: Creations;
  edits: Edits;
  applyAnswer: ApplyAnswer;
  /** The failure where the host permission is missing; null where it is not. */
  missingPermission(): Promise<Failure | null>;
  /** Whether a request may reach the service; false is certain, true is not. */
  isOnline(): boolean;
  /** Keeps the worker running until the work has ended. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  /** Called when the next wake time may be another. */
  onRun(): void;
  signal: AbortSignal;
  now(): number;
}

type Sendable = Entry<Creation | Edit>;

/** Makes the runner of one connection's operations. */
export function createRunner(tools: RunnerTools) {
  const { store, backoff, creations, edits, applyAnswer, missingPermission } = tools;
  const { isOnline, keepAwake, onRun, signal, now } = tools;
  /** The operations whose request is in flight, or about to be sent. */
  const inFlight = new Map<string, Entry>();
  /** The operations among them whose request has been sent. */
  const sent = new Set<string>();
  const scheduler = createScheduler(store, inFlight, creations.holdsBatches, now);
  /** Whether a request has succeeded since the last failure of the whole service. */
  let hasSucceeded = true;
  let isLookingUp = false;

  /** Starts all that may start. Call it after each change, and when time has passed. */
  function run(): void {
    if (signal.aborted) return;
    if (backoff.get() === null) sendAll();
    else if (backoff.isProbeDue() && inFlight.size === 0 && !isLookingUp) probe();
    if (backoff.get() === null) lookUp();
    onRun();
  }

  function sendAll(): void {
    while (backoff.get() === null) {
      const entry = scheduler.nextOperation();
      if (entry === undefined || !canReach(entry)) return;
      start(entry);
    }
  }

  /** One operation alone, or a lookup if nothing is queued; with neither, the backoff is over. */
  function probe(): void {
    const entry = scheduler.nextProbe(backoff.get()?.operationIds ?? []);
    if (entry !== undefined) {
      backoff.beginProbe(entryId(entry));
      if (canReach(entry)) start(entry);
      else backoff.endProbe(entryId(entry));
      return;
    }
    if (lookUp() || scheduler.hasUnverified()) return;
    backoff.end();
    sendAll();
  }

  /** While the browser is offline, a backoff begins instead. */
  function canReach(entry: Entry): boolean {
    if (isOnline()) return true;
    backoff.answered({ code: 'offline' }, entryId(entry));
    return false;
  }

  function start(entry: Sendable): void {
    inFlight.set(entryId(entry), entry);
    void keepAwake(process(entry)).catch(() => {});
  }

  async function process(entry: Sendable): Promise<void> {
    const id = entryId(entry);
    let applying: Promise<void> | undefined;
    try {
      const answer = await send(entry);
      // The answer counts at once, and the place is free while it is stored.
      if (answer !== null && !signal.aborted) applying = settle(answer);
    } finally {
      inFlight.delete(id);
      sent.delete(id);
      backoff.endProbe(id);
      run();
    }
    await applying;
    run();
  }

  function settle(answer: Answer): Promise<void> {
    const { entry, failure } = answer;
    const id = entryId(entry);
    const isAlone = failure !== null && backoff.isAlone(failure, id);
    const operation = isAlone ? steps.refused(entry.operation, failure) : answer.operation;
    const applying = applyAnswer({ ...answer, operation });
    hasSucceeded = failure === null || hasSucceeded;
    if (!isAlone) backoff.answered(failure, id);
    if (backoff.get() === null) hasSucceeded = true;
    return applying;
  }

  /** Sends a request; null where it was not sent, or the connection is closed. */
  async function send(queued: Sendable): Promise<Answer | null> {
    // An edit that fails while nothing succeeds says nothing of itself.
    const failures = backoff.get()?.count ?? 0;
    const facts = { othersSucceed: failures === 0 || hasSucceeded, failures };
    if (failures > 0) hasSucceeded = false;
    const entry = isCreationEntry(queued) ? await creations.withBaseline(queued) : queued;
    if (entry === null || signal.aborted) return null;
    const missing = await missingPermission();
    if (missing !== null) backoff.answered(missing, entryId(entry));
    const needsPassword = privacyOf(entry.operation.subject) === Privacy.Password;
    const password = needsPassword ? await store.password(entry.job.id) : undefined;
    if (!mayBeSent(queued)) return null;
    if (needsPassword && password === undefined) {
      await stopForPassword(queued);
      return null;
    }
    const sending = await storeSending(entry);
    if (sending === null || signal.aborted) return null;
    if (isCreationEntry(sending)) return creations.request(sending, password);
    if (!isEditEntry(sending)) return null;
    // Only now: a deletion that was taken back at the last moment has cancelled nothing.
    const operations = cancelledBy(sending);
    if (operations.length > 0) void store.record({ operations });
    return edits.request(sending, password, facts);
  }

  /** Whether an operation is as it was, and its job not paused: a person may change both at any time. */
  function mayBeSent(entry: Entry): boolean {
    const isPaused = store.job(entry.job.id)?.isPaused !== false;
    return store.isCurrent(entry) && !isPaused && backoff.allows(entryId(entry));
  }

  /** Stores an operation as sending, before its request; null where it must not be sent after that. */
  async function storeSending(entry: Entry): Promise<Entry | null> {
    const sending = { ...entry, operation: steps.sending(entry.operation) };
    try {
      const others = isCreationEntry(entry) ? creations.superseding(entry) : [];
      await store.commit({ operations: [sending, ...others] });
    } catch {
      backoff.answered({ code: 'notStored' }, entryId(entry));
      return null;
    }
    if (mayBeSent(sending)) {
      sent.add(entryId(sending));
      return sending;
    }
    if (store.isCurrent(sending)) {
      await store.record({
        operations: [{ ...sending, operation: steps.notSent(sending.operation) }],
      });
    }
    return null;
  }

  /** The updates that a deletion makes needless as it is sent. */
  function cancelledBy(entry: Entry<Edit>): ChangedOperation[] {
    if (entry.operation.subject.kind !== 'delete') return [];
    return store.editsOf(entry.operation.subject.report.id).flatMap((other) => {
      const { operation } = other;
      const isCancelled = operation.subject.kind === 'update' && !isIn(operation, 'sending');
      return isCancelled ? [{ ...other, operation: steps.cancelled(operation) }] : [];
    });
  }

  /** A batch pauses, which asks once for the password of all its reports. */
  async function stopForPassword({ job, index, operation }: Entry): Promise<void> {
    const current = store.job(job.id);
    if (!job.isBatch) {
      await store.record({
        operations: [{ job, index, operation: steps.withoutPassword(operation) }],
      });
    } else if (current !== undefined) {
      const paused = { ...current, isPaused: true, pauseReason: { code: 'password' as const } };
      await store.record({ jobs: [paused] });
    }
  }

  /** Starts the lookup that is due; false where none is. */
  function lookUp(): boolean {
    const entry = isLookingUp ? undefined : scheduler.nextLookup();
    if (entry === undefined) return false;
    isLookingUp = true;
    void keepAwake(processLookup(entry)).catch(() => {});
    return true;
  }

  async function processLookup(entry: Entry<UnverifiedCreation>): Promise<void> {
    const id = entryId(entry);
    if (backoff.get() !== null) backoff.beginProbe(id);
    try {
      await creations.look(entry);
    } finally {
      isLookingUp = false;
      backoff.lookedUp(id);
      run();
    }
  }

  return {
    run,
    /** Whether the request of an operation has been sent, and is not answered yet. */
    isSent: (operationId: string): boolean => sent.has(operationId),
    /** When the worker has to run next, in milliseconds since the epoch; null: for nothing by itself. */
    nextWakeTime(): number | null {
      if (inFlight.size > 0 || isLookingUp) return now() + CUT_OFF_MS;
      const probeAt = backoff.get() === null ? undefined : backoff.probeTime();
      const storing = store.hasUnstored() ? now() + BEFORE_STORING_AGAIN * 1000 : null;
      return earliest(scheduler.nextWakeTime(probeAt), storing);
    },
    /** Stops the jobs whose password the browser's end has taken, before they are sent. */
    async stopWithoutPassword(): Promise<void> {
      for (const { job, counts, first } of [...store.jobs()]) {
        const isWaiting = counts.queued > 0 && !job.isPaused && first !== undefined;
        if (!isWaiting || privacyOf(first.subject) !== Privacy.Password) continue;
        if ((await store.password(job.id)) !== undefined) continue;
        const entry = store.entry(job.id, 0);
        if (entry && (job.isBatch || isIn(entry.operation, 'queued'))) await stopForPassword(entry);
      }
    },
  };
}
