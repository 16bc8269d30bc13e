import { type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/lib/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';

/** Stored submissions and deletions that cannot be read, as the popup says it. */
export interface UnreadableWorkNotice {
  /** How many there are; undefined or 0: there is nothing to say. */
  count: ReadonlySignal<number | undefined>;
  /** Why the last press did nothing. */
  failure: ReadonlySignal<Failure | null>;
  /** All of it as JSON, to be copied; null where it could not be had. */
  asText(): Promise<string | null>;
  remove(): Promise<void>;
}

interface UnreadableWorkTools {
  background: Pick<BackgroundApi, 'unreadableWork' | 'removeUnreadableWork'>;
  count: ReadonlySignal<number | undefined>;
}

/** Makes the view; the background reads and removes. */
export function createUnreadableWorkNotice(tools: UnreadableWorkTools): UnreadableWorkNotice {
  const { background, count } = tools;
  const failure = signal<Failure | null>(null);

  async function ask<T>(call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const outcome = await attempt(call);
    failure.value = hasFailed(outcome) ? outcome.failure : null;
    return outcome;
  }

  return {
    count,
    failure,
    async asText() {
      const outcome = await ask(background.unreadableWork);
      return hasFailed(outcome) ? null : JSON.stringify(outcome.value, null, 2);
    },
    async remove() {
      await ask(background.removeUnreadableWork);
    },
  };
}
