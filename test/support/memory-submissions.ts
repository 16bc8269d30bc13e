import type { UnreadableEntry } from '@/lib/stored-item';
import type { QueueView, QueueViews } from '@/lib/submission/queue-view';
import type { FinishedSubmission, Submission } from '@/lib/submission/submission';
import type { SubmissionStore } from '@/lib/submission/worker/submission-store';
import { createMemoryItem, type MemoryItem } from './memory-item';
import { createMemoryItems, type MemoryItems } from './memory-items';

/** The submissions of one connection in memory. Like the browser's storage it keeps copies. */
export interface MemorySubmissions extends SubmissionStore {
  readAll(
    areas?: readonly string[],
  ): Promise<{ values: Submission[]; unreadable: UnreadableEntry[] }>;
  removeKeys(keys: readonly string[]): Promise<void>;
  /** What is stored at this moment, the oldest first. */
  readonly stored: Submission[];
  /** Every submission that was ever written, in order. */
  readonly written: readonly Submission[];
  view: MemoryItem<QueueView>;
  privateView: MemoryItem<QueueView>;
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
  const privateView = createMemoryItem<QueueView>();
  const finished = createMemoryItem<FinishedSubmission[]>();
  const passwords = createMemoryItems<string>();

  async function forgetMemory(): Promise<void> {
    for (const { id, isPrivateWindow } of stored.values()) if (isPrivateWindow) stored.delete(id);
    await Promise.all([privateView.remove(), finished.remove(), passwords.clear()]);
  }

  async function writeViews({ ordinary, ofPrivateWindows }: QueueViews): Promise<void> {
    await privateView.write(ofPrivateWindows);
    if (ordinary) await view.write(ordinary);
  }

  return {
    get stored() {
      return structuredClone([...stored.values()]).sort((one, other) => one.order - other.order);
    },
    written,
    view,
    privateView,
    finished,
    passwords,
    readAll: async (_areas?: readonly string[]) => ({
      values: structuredClone([...stored.values()]),
      unreadable: [],
    }),
    async removeKeys() {},
    async write(submissions, views) {
      for (const one of structuredClone(submissions)) stored.set(one.id, one);
      written.push(...structuredClone(submissions));
      await writeViews(views);
    },
    writeViews,
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
