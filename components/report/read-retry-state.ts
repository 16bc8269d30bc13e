import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { Failure } from '@/lib/failure';
import type { Gate } from '@/lib/task/gate/gate';

interface ReadRetryTools {
  /** Why something could not be read that is still wanted; null where nothing is. */
  unread: ReadonlySignal<Failure | null>;
  gate: ReadonlySignal<Gate | null>;
  /** Runs when the network returns. */
  onBackOnline(run: () => void): void;
  read(): void;
}

/**
 * Reads again what could not be read: when the time is over that the service or the gate has named,
 * when the gate opens, and when the network returns.
 */
export function retryReads({ unread, gate, onBackOnline, read }: ReadRetryTools): void {
  const retry = () => {
    if (unread.peek() !== null) untracked(read);
  };
  /** A view that is stored anew with the same time is no reason for another try. */
  const dueTime = computed(() => {
    const failure = unread.value;
    if (failure === null) return null;
    const named = [gate.value?.until, 'retryAt' in failure ? failure.retryAt : null];
    const times = named.map((time) => Date.parse(time ?? '')).filter((time) => time > Date.now());
    return times.length === 0 ? null : Math.min(...times);
  });
  effect(() => {
    if (dueTime.value === null) return;
    const timer = setTimeout(retry, dueTime.value - Date.now());
    return () => clearTimeout(timer);
  });

  const isClosed = computed(() => gate.value !== null);
  let wasClosed = false;
  effect(() => {
    const hasOpened = wasClosed && !isClosed.value;
    wasClosed = isClosed.value;
    if (hasOpened) retry();
  });

  onBackOnline(retry);
}
