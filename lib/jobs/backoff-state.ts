import { type Failure, isServiceWide, withoutMessage } from '@/lib/failure';
import { keyOf } from '@/lib/storage/keys';
import { createLatestWrite } from '@/lib/storage/latest-write';
import { storedItem } from '@/lib/storage/stored-values';
import { afterFailure, afterRead, Backoff, probedNow, probeTime } from './backoff';

/**
 * The stored backoff of a connection. The stored value contains neither operation ids nor the
 * service's message.
 */
export const backoffItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'backoff'), Backoff);

/** Milliseconds for which a successful request shows that the service answers. */
const LONGEST_CONFIRMED_MS = 60_000;

/** The backoff of one connection, in memory and stored. */
export type BackoffState = ReturnType<typeof createBackoffState>;

/**
 * Creates the state, at first without a backoff.
 * @param signal aborts when nothing more may be stored
 */
export function createBackoffState(connectionId: string, signal: AbortSignal, now: () => number) {
  const item = backoffItem(connectionId);
  let backoff: Backoff | null = null;
  let probeId: string | null = null;
  /** The failure count of the last backoff that ended without a probe. */
  let countBefore = 0;
  /** Operations that a firewall has refused before the firewall accepted another operation. */
  const refusedAlone = new Set<string>();
  /**
   * Time of the latest success, in milliseconds since the epoch; null if the service as a whole has
   * failed since. Not stored: a new worker reads a list.
   */
  let succeededAt: number | null = null;
  let hasProbeFailed = false;
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

  /** Returns milliseconds since the epoch; null without a backoff, or if it waits for a person. */
  function timeOfProbe(): number | null {
    return backoff && probeTime(backoff, now());
  }

  function isDue(): boolean {
    const time = timeOfProbe();
    return time !== null && time <= now();
  }

  function fail(failure: Failure, metBy: Backoff['metBy'], operationId: string | null): void {
    if (!isServiceWide(failure)) return;
    succeededAt = null;
    // The read of a probe and its write count once.
    const isProbe = operationId !== null && operationId === probeId && !hasProbeFailed;
    hasProbeFailed ||= isProbe;
    set(afterFailure(backoff, { failure, metBy, operationId, isProbe }, now(), countBefore));
  }

  function succeeded(operationId: string): void {
    countBefore = 0;
    // The firewall accepts this operation, so the refusals concern the refused operations alone.
    const refused = backoff?.failure.code === 'firewall' ? backoff.operationIds : [];
    for (const id of refused) if (id !== operationId) refusedAlone.add(id);
    // The probe is no longer due if another request has got a Retry-After meanwhile.
    if (operationId === probeId && isDue()) set(null);
  }

  return {
    /**
     * Reads the backoff that an earlier worker has stored. Rejects if storage cannot be read.
     * @param published returns the last published backoff, which contains more than the stored one
     */
    async load(published: () => Promise<Backoff | null>): Promise<void> {
      const [stored, shown] = await Promise.all([item.read(), published()]);
      backoff = stored ? (shown ?? stored) : null;
    },
    /** Returns the backoff; null while operations are sent. */
    get: () => backoff,
    set,
    onChange: (listener: () => void): void => void listeners.push(listener),
    probeTime: timeOfProbe,
    /** Whether a probe is due, and none is in flight. */
    isProbeDue: (): boolean => probeId === null && isDue(),
    beginProbe(operationId: string): void {
      probeId = operationId;
      hasProbeFailed = false;
    },
    /** Ends a probe, after success or failure. */
    endProbe(operationId: string): void {
      if (probeId === operationId) probeId = null;
    },
    /** Whether an operation may be sent: without a backoff, or as its probe. */
    allows: (operationId: string): boolean => backoff === null || probeId === operationId,
    /**
     * Notes a failed read.
     * @param operationId the operation that needs the read; null for an extension page
     */
    readFailed: (failure: Failure, operationId: string | null): void =>
      fail(failure, 'read', operationId),
    /**
     * Notes a successful read. A read for an operation ends only a backoff that began at a read.
     */
    readSucceeded(operationId: string | null): void {
      countBefore = 0;
      succeededAt = now();
      if (operationId === null || backoff?.metBy === 'read') set(afterRead(backoff, now()));
    },
    /** Notes the end of an operation's request; `failure` is null after a success. */
    answered(failure: Failure | null, operationId: string): void {
      if (failure === null) succeededAt = now();
      if (failure !== null && isServiceWide(failure)) fail(failure, 'write', operationId);
      else succeeded(operationId);
    },
    /**
     * Whether a request has succeeded within the last minute, and the service as a whole has not
     * failed since.
     */
    hasSucceededLately(): boolean {
      const age = succeededAt === null ? null : now() - succeededAt;
      return age !== null && age >= 0 && age < LONGEST_CONFIRMED_MS;
    },
    /** Whether a failure of the whole service in fact concerns only one operation. */
    isAlone: (failure: Failure | null, operationId: string): boolean =>
      failure?.code === 'firewall' && refusedAlone.has(operationId),
    /**
     * Notes the end of a lookup. If the lookup was the probe, the backoff ends unless it was
     * renewed.
     */
    lookedUp(operationId: string): void {
      if (operationId !== probeId) return;
      if (isDue()) set(null);
      probeId = null;
    },
    /** Ends the backoff without a probe, because no operation is queued that could be the probe. */
    end(): void {
      countBefore = backoff?.count ?? 0;
      set(null);
    },
    /** Makes the probe due, for example after a press of *Retry now* or a new permission. */
    probeNow: (): void => set(backoff && probedNow(backoff, now())),
    /** Makes the probe due after the network is back, unless the service has named a time. */
    backOnline(): void {
      if (backoff?.until && !backoff.isNamed) set(probedNow(backoff, now()));
    },
    /** Resolves when the current backoff is stored. */
    stored: () => storing,
  };
}
