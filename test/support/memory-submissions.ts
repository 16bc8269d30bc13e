import type { QueueView } from '@/lib/submission/queue-view';
import type { FinishedSubmission, Submission } from '@/lib/submission/submission';
import type { SubmissionStore } from '@/lib/submission/worker/submission-store';
import { createMemoryItem, type MemoryItem } from './memory-item';

/** The submissions of one connection in memory. Like the browser's storage it keeps copies. */
export interface MemorySubmissions extends SubmissionStore {
  /** What is stored at this moment, the oldest first. */
  readonly stored: Submission[];
  /** Every submission that was ever written, in order. */
  readonly written: readonly Submission[];
  view: MemoryItem<QueueView>;
  finished: MemoryItem<FinishedSubmission[]>;
  /** The passwords that are in memory, by submission. */
  readonly passwords: ReadonlyMap<string, string>;
  password(submissionId: string): MemoryItem<string>;
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
  const passwords = new Map<string, MemoryItem<string>>();

  async function forgetMemory(): Promise<void> {
    const items = [finished, ...passwords.values()];
    await Promise.all(items.map((item) => item.remove()));
  }

  return {
    get stored() {
      return structuredClone([...stored.values()]).sort((one, other) => one.order - other.order);
    },
    written,
    view,
    finished,
    get passwords() {
      const kept = [...passwords].flatMap(([id, { stored: text }]) =>
        text === undefined ? [] : [[id, text] as const],
      );
      return new Map(kept);
    },
    password(id) {
      const item = passwords.get(id) ?? createMemoryItem<string>();
      passwords.set(id, item);
      return item;
    },
    readAll: async () => structuredClone([...stored.values()]),
    async write(submissions, shown) {
      for (const one of structuredClone(submissions)) {
        stored.set(one.id, one);
        written.push(structuredClone(one));
      }
      await view.write(shown);
    },
    async remove(ids) {
      for (const id of ids) stored.delete(id);
    },
    async forgetPasswords(ids) {
      await Promise.all(ids.map((id) => passwords.get(id)?.remove()));
    },
    forgetMemory,
    async clear() {
      stored.clear();
      await Promise.all([view.remove(), forgetMemory()]);
    },
  };
}
