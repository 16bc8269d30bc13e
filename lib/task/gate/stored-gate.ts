import { withoutWords } from '@/lib/failure';
import { createLatestWrite } from '@/lib/storage/latest-write';
import { taskItems } from '@/lib/task/task-items';
import type { Gate } from './gate';

/** The gate of one connection in memory, and on the disk across the browser's end. */
export interface StoredGate {
  /**
   * Reads what an earlier worker has stored; rejects when the store fails.
   * @param shown the gate that pages were shown last, which knows more than the disk may
   */
  load(shown: Promise<Gate | null>): Promise<void>;
  get(): Gate | null;
  /**
   * Whether it is closed, or has been since a time, as far as this worker knows.
   * @param time milliseconds since the epoch
   */
  wasClosedSince(time: number): boolean;
  set(gate: Gate | null): void;
  /** Resolves when the gate is stored as it is. */
  stored(): Promise<void>;
}

/**
 * Makes a gate that is open until another one is loaded or set.
 * @param signal aborts when nothing more may be stored
 * @param onChange called when the gate has become another
 */
export function createStoredGate(
  connectionId: string,
  signal: AbortSignal,
  now: () => number,
  onChange: () => void,
): StoredGate {
  const item = taskItems.gate(connectionId);
  let gate: Gate | null = null;
  /** When it has opened last; 0: not since the worker started. */
  let openedAt = 0;
  let storing: Promise<void> = Promise.resolve();

  /** On the disk it names nothing that is kept in memory. */
  const write = createLatestWrite(async () => {
    if (signal.aborted) return;
    if (gate === null) return item.remove();
    await item.write({ ...gate, failure: withoutWords(gate.failure), taskId: null });
  });

  return {
    async load(shown) {
      const [read, known] = await Promise.all([item.read(), shown]);
      gate = read ? (known ?? read) : null;
    },
    get: () => gate,
    wasClosedSince: (time) => gate !== null || time < openedAt,
    set(next) {
      if (next === gate) return;
      if (next === null) openedAt = now();
      gate = next;
      storing = write().catch(() => {});
      onChange();
    },
    stored: () => storing,
  };
}
