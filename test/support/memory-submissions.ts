import type { QueueView } from '@/lib/submission/queue-view';
import type { FinishedSubmission, Submission } from '@/lib/submission/submission';
import type { SubmissionStore } from '@/lib/submission/worker/queue-store';
import { createMemoryItem, type MemoryItem } from './memory-item';
import { createMemoryItems, type MemoryItems } from './memory-items';

/** The submissions of one connection in memory. Like the browser's storage it keeps copies. */
export interface MemorySubmissions extends SubmissionStore {
  removeKeys(keys: readonly string[]): Promise<void>;
  /** What is stored at this moment, the oldest first. */
  readonly stored: Submission[];
  /** Every submission that was ever written, in order. */
  readonly written: readonly Submission[];
  view: MemoryItem<QueueView>;
  finished: MemoryItem<FinishedSubmission[]>;
  /** The passwords that are in memory, by submission. */
  passwords: MemoryItems<string>;
  /** What closing the browser does. */
  forgetMemory(): Promise<void>;
  clear(): Promise<void>;
}

/** Makes an empty store, or one with submissions from before. */
export function createMemorySubmissions(...initial: Submission[]): MemorySubmissions {
  const stored = new Map(initial.map((one) => [one.id, structuredClone(one)]));
  const written: Submission[] = [];
  const view = createMemoryItem<QueueView>();
  const finished = createMemoryItem<FinishedSubmission[]>();
  const passwords = createMemoryItems<string>();

  async function forgetMemory(): Promise<void> {
    await Promise.all([finished.remove(), passwords.clear()]);
  }

  return {
    get stored() {
      return structuredClone([...stored.values()]).sort((one, other) => one.order - other.order);
    },
    written,
    view,
    finished,
    passwords,
    readAll: async () => ({ values: structuredClone([...stored.values()]), unreadable: [] }),
    async removeKeys() {},
    async write(submissions, shown) {
      for (const one of structuredClone(submissions)) stored.set(one.id, one);
      written.push(...structuredClone(submissions));
      await view.write(shown);
    },
    async remove(ids) {
      for (const id of ids) stored.delete(id);
    },
    forgetMemory,
    async clear() {
      stored.clear();
      await Promise.all([view.remove(), forgetMemory()]);
    },
  };
}
