import { isAboutMore, isThrottled } from '@/lib/backoff';
import { withoutWords } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { ServicePause } from './service-pause';

/** What goes out by itself beside the queue, and keeps to the pause of the service as the queue does. */
export interface UnaskedRequests {
  /**
   * Sends a request; null where it was not sent, or came to nothing, because the service takes none
   * for now: it is due again when the pause is over. Rejects when the store fails.
   */
  send<T>(request: () => Promise<Outcome<T>>): Promise<Outcome<T> | null>;
  /** The time, or the end of the pause where that is later; in milliseconds since the epoch. */
  notBefore(time: number): Promise<number>;
}

interface UnaskedRequestTools {
  pause: ServicePause;
  /** Resolves when the pause of an earlier worker is known. */
  ready(): Promise<void>;
  /** Asks for a list, which tells whether the service takes requests, and the pause if not. */
  probe(): Promise<boolean>;
  /** Called when a request has begun a pause, or ended one. */
  onPauseChange(): void;
}

/** Makes the requests of one connection. */
export function createUnaskedRequests(tools: UnaskedRequestTools): UnaskedRequests {
  const { pause, ready, probe, onPauseChange } = tools;
  /** The request that finds out whether a pause is over; others wait for what it meets. */
  let test: Promise<unknown> | null = null;

  async function sendNow<T>(request: () => Promise<Outcome<T>>): Promise<Outcome<T> | null> {
    const before = pause.current;
    const outcome = await request();
    if (!hasFailed(outcome)) {
      pause.succeed(before);
      if (before !== null) onPauseChange();
      return outcome;
    }
    const { failure } = outcome;
    if (failure.code === 'interrupted') return outcome;
    if (isAboutMore(failure) && !isThrottled(failure)) {
      // Where the list is served, it was about this one report.
      return (await probe()) ? { failure } : null;
    }
    // The pause is stored, and the words may quote what a private window has asked for.
    pause.fail(before, withoutWords(failure));
    if (pause.current !== before) onPauseChange();
    return isThrottled(failure) ? null : { failure };
  }

  async function sendFirst<T>(request: () => Promise<Outcome<T>>): Promise<Outcome<T> | null> {
    if (pause.endsWithAnswer() && !(await probe())) return null;
    return sendNow(request);
  }

  return {
    async send(request) {
      await ready();
      while (pause.current !== null) {
        if (pause.isOn()) return null;
        if (test === null) {
          const sending = sendFirst(request).finally(() => {
            test = null;
          });
          test = sending.catch(() => {});
          return sending;
        }
        await test;
      }
      return sendNow(request);
    },
    async notBefore(time) {
      await ready();
      const { current } = pause;
      return current !== null && pause.isOn() ? Math.max(time, Date.parse(current.until)) : time;
    },
  };
}
