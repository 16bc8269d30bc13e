import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import type { ConnectionAnswer, ConnectionQuestion, Consent } from '@/components/ui/state/consent';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';

/** How taking a connection down goes. */
export type DisconnectionState =
  | { state: 'failed'; failure: Failure }
  /** `allowedHost` is where the browser still allows access; null where it took that back. */
  | { state: 'done'; allowedHost: string | null };

/** The button that takes the connection down. */
export interface Disconnection {
  /** Null: not asked for, or answered by something else that was done since. */
  state: ReadonlySignal<DisconnectionState | null>;
  /** Takes the connection down, or asks where anything is open; again it asks again. */
  disconnect(): Promise<void>;
  forget(): void;
}

/**
 * Makes the disconnection.
 * @param send asks the background
 * @param consent where a person is asked
 * @param findAllowedHost tells where the browser still allows access once that is done
 */
export function createDisconnection(
  send: (dropsOpenWork: boolean) => Promise<Outcome<null>>,
  consent: Consent<ConnectionQuestion, ConnectionAnswer>,
  findAllowedHost: () => Promise<string | null>,
): Disconnection {
  const state = signal<DisconnectionState | null>(null);
  let isUnderWay = false;
  /** Whether what it comes to is still told: nothing else was asked for since. */
  let isTold = true;

  async function run(dropsOpenWork: boolean): Promise<void> {
    if (isUnderWay) return;
    isUnderWay = true;
    isTold = true;
    const outcome = await attempt(() => send(dropsOpenWork));
    const allowedHost = hasFailed(outcome) ? null : await findAllowedHost().catch(() => null);
    isUnderWay = false;
    if (!isTold) return;
    const failure = hasFailed(outcome) ? outcome.failure : null;
    batch(() => {
      if (failure === null) state.value = { state: 'done', allowedHost };
      else if (failure.code !== 'openWork') state.value = { state: 'failed', failure };
      else consent.ask({ press: 'disconnect', work: failure }, () => run(true));
    });
  }

  return {
    state,
    disconnect: () => run(false),
    forget() {
      isTold = false;
      state.value = null;
    },
  };
}
