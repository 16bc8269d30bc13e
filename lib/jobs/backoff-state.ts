import { type Failure, isAboutAll, withoutMessage } from '@/lib/failure';
import { keyOf } from '@/lib/storage/keys';
import { createLatestWrite } from '@/lib/storage/latest-write';
import { storedItem } from '@/lib/storage/stored-values';
import { afterFailure, afterRead, Backoff, probedNow, probeTime } from './backoff';

/** The backoff of a connection on the disk, where it names no operation and quotes no words of the service. */
export const backoffItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'backoff'), Backoff);

/** The backoff of one connection, in memory and stored. */
export type BackoffState = ReturnType<typeof createBackoffState>;

/**
 * Makes the state, without a backoff until it is loaded or a request meets one.
 * @param signal aborts when nothing more may be stored
 */
export function createBackoffState(connectionId: string, signal: AbortSignal, now: () => number) {
  const item = backoffItem(connectionId);
  let backoff: Backoff | null = null;
  let probeId: string | null = null;
  /** The count of a backoff that has ended without a probe. */
  let countBefore = 0;
  /** The operations that a firewall has refused before it let another one pass. */
  const refusedAlone = new Set<string>();
  let storing: Promise<void> = Promise.resolve();
  const listeners: (() => void)[] = [];

  const write = createLatestWrite(async () => {
    if (signal.aborted) return;
    if (backoff === null) return item.remove();
    await item.write({ ...backoff, failure: withoutMessage(backoff.failure), operationIds: [] });
  });

  function set(next: Backoff | null): void {
    if (next === backoff) return;
    backoff = next;
    storing = write().catch(() => {});
    for (const listen of listeners) listen();
  }

  /** In milliseconds since the epoch; null without a backoff, or where it waits for a person. */
  function timeOfProbe(): number | null {
    return backoff && probeTime(backoff, now());
  }

  function isDue(): boolean {
    const time = timeOfProbe();
    return time !== null && time <= now();
  }

  function fail(failure: Failure, metBy: Backoff['metBy'], operationId: string | null): void {
    const isProbe = operationId !== null && operationId === probeId;
    set(afterFailure(backoff, { failure, metBy, operationId, isProbe }, now(), countBefore));
  }

  function succeeded(operationId: string): void {
    countBefore = 0;
    // What a firewall has refused beside an operation that passes, it refuses alone.
    const refused = backoff?.failure.code === 'firewall' ? backoff.operationIds : [];
    for (const id of refused) if (id !== operationId) refusedAlone.add(id);
    // A request beside that of the probe may have met a named time since.
    if (operationId === probeId && isDue()) set(null);
  }

  return {
    /**
     * Reads what an earlier worker has stored. Rejects when the storage fails.
     * @param published the backoff as pages have seen it last, which tells more than the disk
     */
    async load(published: () => Promise<Backoff | null>): Promise<void> {
      const [stored, shown] = await Promise.all([item.read(), published()]);
      backoff = stored ? (shown ?? stored) : null;
    },
    /** Null while operations are sent. */
    get: () => backoff,
    set,
    onChange: (listener: () => void): void => void listeners.push(listener),
    probeTime: timeOfProbe,
    /** Whether a probe is due, and none is in flight. */
    isProbeDue: (): boolean => probeId === null && isDue(),
    beginProbe(operationId: string): void {
      probeId = operationId;
    },
    /** The probe has come to its end, whatever that is. */
    endProbe(operationId: string): void {
      if (probeId === operationId) probeId = null;
    },
    /** Whether an operation may be sent: there is no backoff, or this is its probe. */
    allows: (operationId: string): boolean => backoff === null || probeId === operationId,
    /**
     * A read has failed.
     * @param operationId the operation that it was read for; null for a page
     */
    readFailed: (failure: Failure, operationId: string | null): void =>
      fail(failure, 'read', operationId),
    /** A read has succeeded. One for an operation ends only what a read has met. */
    readSucceeded(operationId: string | null): void {
      countBefore = 0;
      if (operationId === null || backoff?.metBy === 'read') set(afterRead(backoff, now()));
    },
    /** The service has answered the request of an operation, or not; null: it did what was requested. */
    answered(failure: Failure | null, operationId: string): void {
      if (failure !== null && isAboutAll(failure)) fail(failure, 'write', operationId);
      else succeeded(operationId);
    },
    /** Whether a failure is about an operation alone, though it looks like one of the whole service. */
    isAlone: (failure: Failure | null, operationId: string): boolean =>
      failure?.code === 'firewall' && refusedAlone.has(operationId),
    /** A lookup has come to its end. One that was the probe ends the backoff, unless it has met another. */
    lookedUp(operationId: string): void {
      if (operationId !== probeId) return;
      if (isDue()) set(null);
      probeId = null;
    },
    /** Nothing is queued that could probe: the next request shows how the service is. */
    end(): void {
      countBefore = backoff?.count ?? 0;
      set(null);
    },
    /** A person wants a probe now, or something has changed that the service's answers depend on. */
    probeNow: (): void => set(backoff && probedNow(backoff, now())),
    /** The network is back: a probe is due, unless the service has named a time. */
    backOnline(): void {
      if (backoff?.until && !backoff.isNamed) set(probedNow(backoff, now()));
    },
    /** Resolves when the backoff is stored as it is. */
    stored: () => storing,
  };
}
