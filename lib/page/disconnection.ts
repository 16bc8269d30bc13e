import { type ReadonlySignal, signal } from '@preact/signals';
import type { Failure, OpenWork } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { attempt } from './attempt';

/** How taking a connection down goes. */
export type DisconnectionState =
  /** Something is open: nothing has been changed. */
  | { state: 'asking'; work: OpenWork }
  | { state: 'failed'; failure: Failure }
  /** `allowedHost` is where the browser still allows access; null where it took that back. */
  | { state: 'done'; allowedHost: string | null };

/** The button that takes the connection down, and the one that does it with anything open. */
export interface Disconnection {
  /** Null: not asked for, or answered by something else that was done since. */
  state: ReadonlySignal<DisconnectionState | null>;
  /** Takes the connection down, or asks where anything is open; again it asks again. */
  disconnect(): Promise<void>;
  /** Takes it down at a person's word, which counts only while it is asked for. */
  disconnectAnyway(): Promise<void>;
  forget(): void;
}

/**
 * Makes the disconnection.
 * @param send asks the background
 * @param findAllowedHost tells where the browser still allows access once that is done
 */
export function createDisconnection(
  send: (dropsOpenWork: boolean) => Promise<Outcome<null>>,
  findAllowedHost: () => Promise<string | null>,
): Disconnection {
  const state = signal<DisconnectionState | null>(null);
  let isUnderWay = false;

  async function run(dropsOpenWork: boolean): Promise<void> {
    if (isUnderWay) return;
    isUnderWay = true;
    const outcome = await attempt(() => send(dropsOpenWork));
    const allowedHost = hasFailed(outcome) ? null : await findAllowedHost().catch(() => null);
    isUnderWay = false;
    state.value = stateAfter(outcome, allowedHost);
  }

  return {
    state,
    disconnect: () => run(false),
    async disconnectAnyway() {
      if (state.value?.state === 'asking') await run(true);
    },
    forget() {
      state.value = null;
    },
  };
}

function stateAfter(outcome: Outcome<null>, allowedHost: string | null): DisconnectionState {
  if (!hasFailed(outcome)) return { state: 'done', allowedHost };
  const { failure } = outcome;
  return failure.code === 'openWork'
    ? { state: 'asking', work: failure }
    : { state: 'failed', failure };
}
