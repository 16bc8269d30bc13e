import { type Failure, isServiceWide } from '@/lib/failure';
import { NO_READING, type ReadingProgress } from '@/lib/reading-progress';
import type { ReportList } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';
import { CUT_OFF_MS } from '@/lib/waiting-time';
import type { RowsBelowState } from './full-reading';
import type { History } from './history';
import {
  hasNextPortion,
  isInterrupted,
  isPortionRead,
  NEW_AUTOMATIC_READING,
  NEW_READING,
  nextStep,
  type Reading,
  type ReadingEvent,
  type ReadPage,
  readingAfter,
  restartedReading,
  withPortion,
} from './reading';

/** A page of the list of all reports. `requestedAt` is a time of the connection's clock. */
export type ListedPage = ReadPage & ReportList;

/** Reads all reports of a connection in the background. */
export interface Reader {
  /** Continues the reading that an earlier worker has not finished. Never rejects. */
  resume(): Promise<void>;
  /**
   * Begins a reading, or continues the unfinished reading. Rejects if the history cannot be read.
   * @param isPressed whether a person has pressed a button. Without a press, a stopped reading
   *   stays stopped, and no reading begins if the last complete reading is up to date.
   */
  request(isPressed: boolean): Promise<Result<ReadingProgress>>;
  /**
   * Reads new results without a press. Rejects if the history cannot be read.
   * - If reports were added or removed, begins a reading of all pages, unless a person has stopped a reading.
   * - Otherwise, sends at most five requests. If the last complete reading is old, reads the next portion of
   *   the list, see `Reading.portionEnd`.
   */
  requestNewResults(): Promise<Result<ReadingProgress>>;
  /** Stops the reading until a person continues it. */
  stop(): Promise<ReadingProgress>;
  /** Continues the reading if the service is free. */
  continueIfFree(): void;
  /** Notes a first page that another part of the worker has read. */
  noteFirstPage(page: ListedPage): void;
  /**
   * Notes that an operation has deleted a report, or has found it gone.
   * @param endedAt end of the operation by the connection's clock
   */
  noteDeletion(reportId: string, endedAt: number): void;
  /** Returns the next time to wake, in milliseconds since the epoch; null for none. */
  wakeTime(): number | null;
}

interface ReaderTools {
  history: Pick<
    History,
    | 'storedTime'
    | 'unfinishedReading'
    | 'putReading'
    | 'addPage'
    | 'completeReading'
    | 'wasRead'
    | 'stateOfRowsBelow'
    | 'revision'
  >;
  /** Reads a page of the list of all reports, newest first. Never rejects. */
  readPage(page: number): Promise<Result<ListedPage>>;
  /** Whether the service is free for a reading: no other request waits, and there is no backoff. */
  isServiceFree(): boolean;
  /** Whether a deletion is in flight. */
  isDeleting(): boolean;
  /** Whether the browser has windows, and all of them are private. */
  hasOnlyPrivateWindows(): Promise<boolean>;
  /** Publishes the progress. Never rejects. */
  onProgress(progress: ReadingProgress): Promise<void>;
  /** Called after a reading ends or begins to rest, and its state is stored. */
  onEnd(): void;
  /** Called when the result of `wakeTime` has changed. */
  onWakeTimeChange(): void;
  /** Keeps the worker running until the work has ended. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  /** Aborts when the connection is closed. */
  signal: AbortSignal;
  now(): number;
}

/** Pause between pages, for at most twelve requests a minute. Services allow about thirty. */
const PAUSE_MS = 5_000;

/** Maximum age of a first page with which a reading begins, in milliseconds. */
const MAX_FIRST_PAGE_AGE_MS = 30_000;

export function createReader(tools: ReaderTools): Reader {
  const { history, readPage, isServiceFree, isDeleting, hasOnlyPrivateWindows } = tools;
  const { onProgress, onEnd, onWakeTimeChange, keepAwake, signal, now } = tools;
  /** Null if no reading is unfinished. */
  let reading: Reading | null = null;
  /** Undefined before the first use and after a failure. */
  let loading: Promise<void> | undefined;
  let isLoaded = false;
  let isRunning = false;
  /** Time of the last request for a page, in milliseconds since the epoch. */
  let lastRequest = 0;
  let firstPage: { page: ListedPage; at: number } | null = null;
  /** End of the last deletion by the connection's clock. */
  let deletedAt = 0;
  let changedAt = 0;

  function load(): Promise<void> {
    loading ??= loadNow().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  async function loadNow(): Promise<void> {
    const unfinished = await history.unfinishedReading();
    reading = unfinished && readingAfter(unfinished, { type: 'resumed' });
    isLoaded = true;
    if (reading !== null) await publish();
  }

  function progress(): ReadingProgress {
    changedAt = Math.max(changedAt + 1, now());
    const current = { ...NO_READING, revision: history.revision(), changedAt };
    if (reading === null) return current;
    const { status } = reading;
    if (status.name === 'resting') return current;
    const { ids, total, unreadable, hasMetFormer, isFalling, lastId } = reading;
    return {
      ...current,
      status: status.name,
      failure: status.name === 'failed' ? status.failure : null,
      read: ids.length,
      total,
      unreadable: unreadable.before + unreadable.onPage,
      joinedAt: hasMetFormer && isFalling ? lastId : null,
    };
  }

  async function publish(): Promise<ReadingProgress> {
    const published = progress();
    await onProgress(published);
    return published;
  }

  /**
   * Changes the status of the reading. If storage fails, the next worker does not know the new
   * status.
   */
  async function changeStatus(event: ReadingEvent): Promise<ReadingProgress> {
    if (reading !== null) {
      reading = readingAfter(reading, event);
      await history.putReading(reading).catch(() => {});
    }
    return publish();
  }

  /** Returns the milliseconds until the next page may be requested. */
  function remainingPause(): number {
    const left = lastRequest + PAUSE_MS - now();
    // A longer pause means that the clock was set back.
    return left > PAUSE_MS ? 0 : Math.max(0, left);
  }

  /** Whether the reading may send a request. Ignores the pause between two pages. */
  function mayContinue(): boolean {
    return reading?.status.name === 'reading' && !signal.aborted && isServiceFree();
  }

  function continueIfFree(): void {
    if (!isRunning && mayContinue() && remainingPause() === 0) void run(readNext);
  }

  /**
   * Runs work on the reading, and then continues the reading. A failure of storage ends the
   * reading.
   */
  async function run(work: () => Promise<void>): Promise<void> {
    isRunning = true;
    try {
      await keepAwake(work());
    } catch {
      // Rows may be missing, so the next reading starts from the beginning.
      reading = NEW_READING;
      await fail({ code: 'notStored' });
    }
    isRunning = false;
    continueIfFree();
    onWakeTimeChange();
  }

  async function readNext(): Promise<void> {
    const mustRest = reading?.isAutomatic === true && (await hasOnlyPrivateWindows());
    if (reading === null || !mayContinue()) return;
    if (mustRest) return rest();
    const step = nextStep(reading, now());
    if (step.kind === 'complete') return complete(reading);
    if (step.kind === 'restart') {
      reading = restartedReading(reading);
      return;
    }
    const movedUpBefore = reading.movedUp;
    lastRequest = now();
    const result = await readPage(step.page);
    if (signal.aborted) return;
    if (!hasFailed(result)) await addPage(result.value, movedUpBefore);
    // After a failure of the service as a whole, the reading waits for the end of the backoff.
    else if (!isServiceWide(result.failure)) await fail(result.failure);
  }

  /** Adds a page to the reading and to the history. */
  async function addPage(listed: ListedPage, movedUpBefore: number): Promise<void> {
    const requestedAt = await history.storedTime(listed.requestedAt);
    const lastId = listed.reports.at(-1)?.id;
    const isInFormerReading = lastId !== undefined && (await history.wasRead(lastId));
    if (reading === null || requestedAt === null) return;
    const page = { ...listed, requestedAt };
    reading = readingAfter(reading, {
      type: 'pageRead',
      page,
      movedUpBefore,
      isDeleting: isDeleting(),
      isInFormerReading,
      now: now(),
    });
    await history.addPage(page, reading);
    if (nextStep(reading, now()).kind === 'complete') return complete(reading);
    if (isPortionRead(reading)) await rest();
    else await publish();
  }

  async function rest(): Promise<void> {
    await changeStatus({ type: 'rested' });
    onEnd();
  }

  async function complete(ended: Reading): Promise<void> {
    await history.completeReading(ended);
    reading = null;
    await publish();
    onEnd();
  }

  async function fail(failure: Failure): Promise<void> {
    await changeStatus({ type: 'failed', failure });
  }

  /** Returns the first page, from `noteFirstPage` or from the service. */
  async function readFirst(): Promise<Result<ListedPage>> {
    const known = firstPage;
    firstPage = null;
    if (known !== null && now() - known.at <= MAX_FIRST_PAGE_AGE_MS) return { value: known.page };
    lastRequest = now();
    return readPage(1);
  }

  /** Returns the first page with its `History.storedTime`; null if the browser has no databases. */
  async function readFirstWithStoredTime(): Promise<Result<ListedPage | null>> {
    const first = await readFirst();
    if (hasFailed(first)) return first;
    const requestedAt = await history.storedTime(first.value.requestedAt);
    return { value: requestedAt === null ? null : { ...first.value, requestedAt } };
  }

  /** Begins a reading, unless another call has begun a reading meanwhile. */
  async function begin(begun: Reading, first: ListedPage): Promise<void> {
    if (reading?.status.name === 'reading') return;
    reading = begun;
    await run(() => addPage(first, 0));
  }

  /** Continues the reading if the service is free. Returns its progress. */
  function continueReading(): Result<ReadingProgress> {
    continueIfFree();
    onWakeTimeChange();
    return { value: progress() };
  }

  async function request(isPressed: boolean): Promise<Result<ReadingProgress>> {
    await load();
    if (reading === null) {
      const first = await readFirstWithStoredTime();
      if (hasFailed(first)) return first;
      // In a browser without databases, the history cannot store a reading.
      if (first.value === null) return { value: progress() };
      const state = await history.stateOfRowsBelow(first.value);
      // Without a total, only a reading of all pages shows which reports were removed.
      const isUpToDate = state === 'upToDate' && first.value.total !== null;
      if (isUpToDate && !isPressed) return { value: progress() };
      await begin(NEW_READING, first.value);
    } else {
      const { name } = reading.status;
      const isContinued =
        isPressed ||
        name === 'failed' ||
        name === 'resting' ||
        (name === 'reading' && reading.isAutomatic) ||
        isInterrupted(reading, now());
      if (isContinued) await changeStatus({ type: 'continued' });
    }
    return continueReading();
  }

  async function requestNewResults(): Promise<Result<ReadingProgress>> {
    await load();
    if (reading?.status.name === 'reading') return continueReading();
    const first = await readFirstWithStoredTime();
    if (hasFailed(first)) return first;
    if (first.value === null) return { value: progress() };
    await readRowsBelow(first.value, await history.stateOfRowsBelow(first.value));
    return continueReading();
  }

  /**
   * Begins or continues an automatic reading if rows below the first page may differ from the last complete
   * reading.
   */
  async function readRowsBelow(first: ListedPage, state: RowsBelowState): Promise<void> {
    if (state === 'changed') {
      const isStopped = reading?.status.name === 'stopped';
      if (!isStopped) await begin(NEW_AUTOMATIC_READING, first);
    } else if (reading !== null && hasNextPortion(reading)) {
      await changeStatus({ type: 'portionBegun', now: now() });
    } else if (state === 'old') {
      await begin(withPortion(NEW_AUTOMATIC_READING), first);
    }
  }

  return {
    request,
    requestNewResults,
    async resume() {
      await load().catch(() => {});
      continueIfFree();
      onWakeTimeChange();
    },
    async stop() {
      await load().catch(() => {});
      const stopped = await changeStatus({ type: 'stopped' });
      onWakeTimeChange();
      return stopped;
    },
    continueIfFree,
    noteFirstPage(page) {
      lastRequest = now();
      // A deletion since the request may have moved rows up to the first page.
      firstPage = page.requestedAt > deletedAt ? { page, at: lastRequest } : null;
    },
    noteDeletion(reportId, endedAt) {
      deletedAt = endedAt;
      firstPage = null;
      if (reading !== null) reading = readingAfter(reading, { type: 'deleted', reportId });
    },
    wakeTime() {
      const isLoading = loading !== undefined && !isLoaded;
      // The browser may stop the worker at any time.
      if (isLoading || isRunning) return now() + CUT_OFF_MS;
      if (reading?.status.name !== 'reading' || !isServiceFree()) return null;
      return now() + remainingPause();
    },
  };
}
