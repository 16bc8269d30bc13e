import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import { hasFailed } from '@/lib/result';
import { BEFORE_STORING_AGAIN, CUT_OFF_MS, earliest } from '@/lib/waiting-time';
import type { Answer, ApplyAnswer } from './answers';
import type { BackoffState } from './backoff-state';
import type { Creations } from './creations';
import type { Edits } from './edits';
import { type Entry, entryId, isCreationEntry, isEditEntry } from './entry';
import type { JobStore } from './job-store';
import { type Creation, type Edit, isIn, privacyOf, type UndecidedEdit } from './operation';
import { createScheduler } from './scheduler';
import * as steps from './steps';

/** Sends operations in the order of the scheduler. */
export type Runner = ReturnType<typeof createRunner>;

interface RunnerTools {
  store: JobStore;
  backoff: BackoffState;
  creations: Creations;
  edits: Edits;
  applyAnswer: ApplyAnswer;
  /** Resolves with a failure if the host permission is missing, otherwise with null. */
  missingPermission(): Promise<Failure | null>;
  /** Whether a request may reach the service; false is certain, true is not. */
  isOnline(): boolean;
  /** Keeps the worker running until the work has ended. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  /** Called when the next wake time may have changed. */
  onRun(): void;
  signal: AbortSignal;
  now(): number;
}

type Sendable = Entry<Creation | Edit>;

/** Creates the runner of one connection. */
export function createRunner(tools: RunnerTools) {
  const { store, backoff, creations, edits, applyAnswer, missingPermission } = tools;
  const { isOnline, keepAwake, onRun, signal, now } = tools;
  /** The operations whose request is in flight, or about to be sent. */
  const inFlight = new Map<string, Entry>();
  /** The ids of operations whose requests are sent and not answered. */
  const sent = new Set<string>();
  const scheduler = createScheduler(store, inFlight, creations.holdsBatches, now);
  /** Whether a request has succeeded since the last failure of the whole service. */
  let hasSucceeded = true;
  /** Whether a lookup, or the check of an edit, is in flight. */
  let isLookingUp = false;

  /** Starts all requests that may start. Call it after each change, and at the next wake time. */
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

  /**
   * Starts the probe: an operation, or else a lookup, or else the check of an edit. With none of
   * them, ends the backoff.
   */
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

  /** Whether a request can reach the service. Begins a backoff if the browser is offline. */
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
      // The answer takes effect before it is stored. Meanwhile, the next operation may be sent.
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
    const applying = applyAnswer(
      isAlone ? { ...answer, after: (current) => steps.refused(current, failure) } : answer,
    );
    hasSucceeded = failure === null || hasSucceeded;
    if (!isAlone) backoff.answered(failure, id);
    if (backoff.get() === null) hasSucceeded = true;
    return applying;
  }

  /** Sends a request. Null if the request was not sent, or if the connection is closed. */
  async function send(queued: Sendable): Promise<Answer | null> {
    // While no request succeeds, the failure of an edit does not concern the edit itself.
    const failures = backoff.get()?.count ?? 0;
    const facts = { othersSucceed: failures === 0 || hasSucceeded, failures };
    if (failures > 0) hasSucceeded = false;
    const entry = isCreationEntry(queued) ? await creations.withBaseline(queued) : queued;
    if (entry === null || signal.aborted) return null;
    const missing = await missingPermission();
    if (missing !== null) {
      backoff.answered(missing, entryId(entry));
      return null;
    }
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
    return isEditEntry(sending) ? edits.request(sending, password, facts) : null;
  }

  /**
   * Whether an operation has not changed, its job is not paused, and the backoff allows the
   * request.
   */
  function mayBeSent(entry: Entry): boolean {
    const isPaused = store.job(entry.job.id)?.isPaused !== false;
    return store.isCurrent(entry) && !isPaused && backoff.allows(entryId(entry));
  }

  /** Stores an operation as `sending`. Null if its request must not be sent. */
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

  /** Stops an operation without its password. A batch pauses, because it has one password. */
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

  /** Starts the lookup that is due, or else the check of an edit. Returns whether there is one. */
  function lookUp(): boolean {
    if (isLookingUp) return false;
    const creation = scheduler.nextLookup();
    if (creation !== undefined) {
      startLookup(creation, () => creations.look(creation));
      return true;
    }
    const edit = scheduler.nextCheck();
    if (edit !== undefined) startLookup(edit, () => check(edit));
    return edit !== undefined;
  }

  function startLookup(entry: Entry, work: () => Promise<void>): void {
    isLookingUp = true;
    void keepAwake(processLookup(entry, work)).catch(() => {});
  }

  async function processLookup(entry: Entry, work: () => Promise<void>): Promise<void> {
    const id = entryId(entry);
    if (backoff.get() !== null) backoff.beginProbe(id);
    try {
      await work();
    } finally {
      isLookingUp = false;
      backoff.lookedUp(id);
      run();
    }
  }

  /** Reads the report of an edit without an answer. */
  async function check(entry: Entry<UndecidedEdit>): Promise<void> {
    const checked = await edits.check(entry);
    if (signal.aborted) return;
    if (hasFailed(checked)) backoff.readFailed(checked.failure, entryId(entry));
    else await applyAnswer(checked.value);
  }

  return {
    run,
    /** Whether the request of an operation is sent and not answered. */
    isSent: (operationId: string): boolean => sent.has(operationId),
    /** Returns the next time to call `run`, in milliseconds since the epoch; null for none. */
    nextWakeTime(): number | null {
      if (inFlight.size > 0 || isLookingUp) return now() + CUT_OFF_MS;
      const probeAt = backoff.get() === null ? undefined : backoff.probeTime();
      const storing = store.hasUnstored() ? now() + BEFORE_STORING_AGAIN * 1000 : null;
      return earliest(scheduler.nextWakeTime(probeAt), storing);
    },
    /** Stops the queued jobs whose passwords were lost when the browser closed. */
    async stopWithoutPassword(): Promise<void> {
      for (const { job, counts, first } of [...store.jobs()]) {
        const isWaiting = counts.queued > 0 && !job.isPaused && first !== undefined;
        if (!isWaiting || privacyOf(first.subject) !== Privacy.Password) continue;
        if ((await store.password(job.id)) !== undefined) continue;
        // A person may have cancelled the job meanwhile.
        if (store.counts(job.id).queued === 0) continue;
        const entry = store.entry(job.id, 0);
        if (entry && (job.isBatch || isIn(entry.operation, 'queued'))) await stopForPassword(entry);
      }
    },
  };
}
