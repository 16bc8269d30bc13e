import {
  asksPerson,
  type CheckFailure,
  type ConnectionCheck,
  type WhichAccount,
} from '@/lib/connection/check-steps';
import type { ConnectAnswers } from '@/lib/connection/connection';
import type { OpenWork } from '@/lib/failure';
import type { StoredHistory } from '@/lib/history/histories';
import { hasFailed, type Result } from '@/lib/result';

/** The last press of Connect or Disconnect, and how far it has come. */
export type ConnectionPress =
  | {
      name: 'connect';
      baseUrl: string;
      usesStoredKey: boolean;
      /** Whether there was no connection before. */
      isFirst: boolean;
      /** The answers to the questions of this check so far. */
      answers: ConnectAnswers;
      check: ConnectionCheck;
    }
  | {
      name: 'disconnect';
      baseUrl: string;
      /** Null until it is done. */
      result: Result<Disconnected> | null;
    };

/** The outcome of Disconnect. */
export interface Disconnected {
  /** The host that the browser still allows; null where it took that back. */
  allowedHost: string | null;
  /** The histories that stay in this browser, and that the person may delete too. */
  histories: readonly StoredHistory[];
  /** What became of the histories. */
  deletion: 'offered' | 'kept' | 'running' | 'failed' | 'done';
}

/** What a press asks. */
export type ConnectionQuestion =
  /** What becomes of open jobs. */
  | { work: OpenWork }
  /** Whose API key it is. */
  | { account: WhichAccount }
  /** Whether an origin is tried, which would receive the key. */
  | { origin: string }
  /** Whether the histories are deleted too. */
  | { histories: readonly StoredHistory[]; isBusy: boolean };

/** Why a press has failed; null where it has not. */
export function failureOf(press: ConnectionPress | null): CheckFailure | null {
  if (press?.name !== 'connect') {
    return press?.result && hasFailed(press.result) ? press.result.failure : null;
  }
  return press.check.state === 'failed' ? press.check.failure : null;
}

/** Whether a check has failed for another reason than a question. */
export function isFailedCheck(check: ConnectionCheck | null): boolean {
  return check?.state === 'failed' && !asksPerson(check);
}

/** What Disconnect has done; null where nothing was disconnected. */
export function disconnectedBy(press: ConnectionPress | null): Disconnected | null {
  if (press?.name !== 'disconnect' || press.result === null) return null;
  return hasFailed(press.result) ? null : press.result.value;
}

/** What a press asks before it goes on; null where it asks nothing. */
export function questionOf(press: ConnectionPress | null): ConnectionQuestion | null {
  const failure = failureOf(press);
  if (failure?.code === 'openWork') return { work: failure };
  if (failure?.code === 'whichAccount') return { account: failure };
  const { histories = [], deletion } = disconnectedBy(press) ?? {};
  const isOffered = deletion === 'offered' || deletion === 'running' || deletion === 'failed';
  if (isOffered && histories.length > 0) return { histories, isBusy: deletion === 'running' };
  // The stored key is for no other address.
  if (press?.name !== 'connect' || press.usesStoredKey) return null;
  const isPage = failure?.code === 'unexpectedAnswer' && failure.problem === 'html';
  const { origin } = new URL(press.baseUrl);
  const isMissing = failure?.code === 'gone' || failure?.code === 'webServerAnswer';
  const isElsewhere = isPage || isMissing;
  return isElsewhere && origin !== press.baseUrl ? { origin } : null;
}
