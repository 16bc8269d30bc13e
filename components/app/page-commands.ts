import { type ReadonlySignal, signal } from '@preact/signals';
import { attemptWithRetries } from '@/components/ui/state/attempt';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Result } from '@/lib/result';

/**
 * The commands of an extension page, by subject: what a command changes, for example
 * `results:4711`. A subject is busy from a press until the end of its work. A subject is also busy
 * while the queue shows an open operation about the subject.
 */
export interface Commands {
  /** Whether a press on the subject would do nothing. */
  isBusy(subject: string): boolean;
  /** Why the last command of the subject failed; null if it succeeded, or if another command began. */
  failureAt(subject: string): Failure | null;
  /**
   * Runs a command, unless its subject is busy.
   * @param work idempotent, because a call without a reply is repeated
   * @returns null if the subject was busy
   */
  run<T>(subject: string, work: () => Promise<Result<T>>): Promise<Result<T> | null>;
  /** Removes all failures, for example after another press. */
  clear(): void;
}

/** @param openSubjects subjects with an open single operation in the queue */
export function createCommands(openSubjects: ReadonlySignal<ReadonlySet<string>>): Commands {
  const running = signal<ReadonlySet<string>>(new Set());
  const failed = signal<{ subject: string; failure: Failure } | null>(null);
  const isBusy = (subject: string) => running.value.has(subject) || openSubjects.value.has(subject);

  return {
    isBusy,
    failureAt: (subject) => (failed.value?.subject === subject ? failed.value.failure : null),
    async run(subject, work) {
      if (isBusy(subject)) return null;
      failed.value = null;
      running.value = new Set(running.value).add(subject);
      const result = await attemptWithRetries(work);
      running.value = new Set([...running.value].filter((other) => other !== subject));
      if (hasFailed(result)) failed.value = { subject, failure: result.failure };
      return result;
    },
    clear() {
      failed.value = null;
    },
  };
}
