import { isThrottled } from '@/lib/backoff';
import { withoutWords } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Client } from '@/lib/service/client';
import type { ServicePause } from '@/lib/service/service-pause';

interface AskedClientTools {
  pause: ServicePause;
  /** Resolves when the pause of an earlier worker is known. */
  ready(): Promise<void>;
  /** Called when an answer has begun a pause, or ended one. */
  onPauseChange(): void;
}

/**
 * The client for what a person asks for. No pause holds its requests back, and what they meet counts
 * for all that goes out by itself: too many requests begin a pause, and an answer ends one that
 * any answer ends. A list ends it elsewhere, when what it shows is known to the queue.
 */
export function createAskedClient(client: Client, tools: AskedClientTools): Client {
  const { pause, ready, onPauseChange } = tools;

  async function note(outcome: Outcome<unknown>, isList: boolean): Promise<void> {
    await ready();
    const before = pause.current;
    if (hasFailed(outcome)) {
      // A person who asks again and again makes no pause grow. The pause is stored, and the words
      // may quote what a private window has asked for.
      if (isThrottled(outcome.failure)) pause.fail(null, withoutWords(outcome.failure));
    } else if (!isList && pause.endsWithAnswer()) {
      pause.end();
    }
    if (pause.current !== before) onPauseChange();
  }

  async function noted<T>(answer: Promise<Outcome<T>>, isList = false): Promise<Outcome<T>> {
    const outcome = await answer;
    void note(outcome, isList).catch(() => {});
    return outcome;
  }

  return {
    list: (query, signal) => noted(client.list(query, signal), true),
    get: (id, signal) => noted(client.get(id, signal)),
    create: (draft, signal) => noted(client.create(draft, signal)),
    update: (id, change, signal) => noted(client.update(id, change, signal)),
    remove: (id, signal) => noted(client.remove(id, signal)),
    account: (signal) => noted(client.account(signal)),
    serviceTime: client.serviceTime,
  };
}
