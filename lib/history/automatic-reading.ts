import { keyOf } from '@/lib/storage/keys';
import type { ReadableItem, StoredItem } from '@/lib/storage/stored-item';
import { trustedItem } from '@/lib/storage/stored-values';

/**
 * The time of the next automatic reading, in milliseconds since the epoch. The item is lost when the browser
 * closes, so a reading is due when the browser starts.
 */
export const automaticReadingItem = (connectionId: string) =>
  trustedItem<number>('session', keyOf(connectionId, 'automatic-reading'));

/** Reads new results at each start of the browser and every four hours, without a press. */
export interface AutomaticReading {
  /** Reads the preference and the time of the next reading from storage. Rejects if storage fails. */
  load(): Promise<void>;
  /**
   * Begins a reading if one is due and the service is free.
   * @returns a promise that resolves at the end of the first request and never rejects; null if no reading
   *   begins
   */
  beginIfDue(): Promise<void> | null;
  /** Returns the next time to wake, in milliseconds since the epoch; null for none. */
  wakeTime(): number | null;
}

interface AutomaticReadingTools {
  preferences: ReadableItem<{ keepsUpToDate: boolean }>;
  /** See `automaticReadingItem`. */
  dueAt: StoredItem<number>;
  /** Whether the service is free for a reading: no other request waits, and there is no backoff. */
  isServiceFree(): boolean;
  isOnline(): boolean;
  /** Whether the browser has windows, and all of them are private. */
  hasOnlyPrivateWindows(): Promise<boolean>;
  /** Reads new results. Resolves with false if the service as a whole has failed. */
  read(): Promise<boolean>;
  /** Aborts when no further request may be sent. */
  signal: AbortSignal;
  now(): number;
}

const INTERVAL_MS = 4 * 3600_000;

/** Time until another attempt if no reading may begin, in milliseconds. */
const RETRY_MS = 30 * 60_000;

export function createAutomaticReading(tools: AutomaticReadingTools): AutomaticReading {
  const { preferences, isServiceFree, isOnline, read, signal, now } = tools;
  let isOn = false;
  let dueAt = 0;
  let isRunning = false;

  async function setDueAt(time: number): Promise<void> {
    dueAt = time;
    if (!signal.aborted) await tools.dueAt.write(time);
  }

  function isDue(): boolean {
    // A longer wait means that the clock was set back.
    return dueAt <= now() || dueAt - now() > INTERVAL_MS;
  }

  async function readNow(): Promise<void> {
    if (await tools.hasOnlyPrivateWindows()) return setDueAt(now() + RETRY_MS);
    // The time is stored before the request, so that a restarted worker does not repeat the request at once.
    await setDueAt(now() + INTERVAL_MS);
    const hasRead = await read();
    // The next reading begins at the end of the backoff.
    if (!hasRead) await setDueAt(now());
  }

  return {
    async load() {
      isOn = (await preferences.read())?.keepsUpToDate ?? false;
      dueAt = (await tools.dueAt.read()) ?? 0;
    },
    beginIfDue() {
      if (!isOn || isRunning || signal.aborted || !isDue()) return null;
      if (!isServiceFree() || !isOnline()) return null;
      isRunning = true;
      return readNow()
        .catch(() => {})
        .finally(() => {
          isRunning = false;
        });
    },
    wakeTime() {
      if (!isOn || isRunning) return null;
      if (!isDue()) return dueAt;
      // The worker calls `beginIfDue` after other requests, and after a backoff.
      return isServiceFree() ? now() + RETRY_MS : null;
    },
  };
}
