import {
  asksPerson,
  type CheckFailure,
  type ConnectionCheck,
  type WhichAccount,
} from '@/lib/connection/check-steps';
import type { OpenJobsFailure } from '@/lib/failure';
import type { StoredHistory } from '@/lib/history/histories';
import { hasFailed, type Result } from '@/lib/result';

/** A press of Connect, with the progress or outcome of its connection check. */
export interface ConnectPress {
  name: 'connect';
  /** The connection that the press checks or changes; null to connect another service. */
  connectionId: string | null;
  baseUrl: string;
  usesStoredKey: boolean;
  /** Whether no service was connected before the press. */
  isFirst: boolean;
  check: ConnectionCheck;
}

/** A press of Disconnect. */
export interface DisconnectPress {
  name: 'disconnect';
  connectionId: string;
  baseUrl: string;
  /** Whether no other service is connected. */
  isLast: boolean;
  /** Null until the background replies. */
  result: Result<Disconnected> | null;
}

export type ConnectionPress = ConnectPress | DisconnectPress;

/** The outcome of Disconnect. */
export interface Disconnected {
  /** The host whose permission the browser did not remove; null if the browser removed it. */
  allowedHost: string | null;
  /** The histories that stay in this browser. A person may delete them too. */
  histories: readonly StoredHistory[];
  /** The state of deleting these histories. */
  deletion: 'offered' | 'kept' | 'running' | 'failed' | 'done';
}

/** The question that a press leads to. */
export type ConnectionQuestion =
  /** What to do with open jobs. */
  | { openJobs: OpenJobsFailure }
  /** Whether the API key is of the account of a connection. */
  | { account: WhichAccount }
  /** Whether to try the origin of the base URL, which would then receive the key. */
  | { origin: string }
  /** Whether to delete the histories too. */
  | { histories: readonly StoredHistory[]; isBusy: boolean };

/** Returns the failure of a press; null for none. */
export function failureOf(press: ConnectionPress | null): CheckFailure | null {
  if (press?.name !== 'connect') {
    return press?.result && hasFailed(press.result) ? press.result.failure : null;
  }
  return press.check.state === 'failed' ? press.check.failure : null;
}

/** Whether a check has failed. A check that ends with a question has not failed. */
export function isFailedCheck(check: ConnectionCheck | null): boolean {
  return check?.state === 'failed' && !asksPerson(check);
}

/** Returns the outcome of Disconnect; null if nothing was disconnected. */
export function disconnectedBy(press: ConnectionPress | null): Disconnected | null {
  if (press?.name !== 'disconnect' || press.result === null) return null;
  return hasFailed(press.result) ? null : press.result.value;
}

/** Returns the question that a press waits for; null for none. */
export function questionOf(press: ConnectionPress | null): ConnectionQuestion | null {
  const failure = failureOf(press);
  if (failure?.code === 'openJobs') return { openJobs: failure };
  if (failure?.code === 'whichAccount') return { account: failure };
  const { histories = [], deletion } = disconnectedBy(press) ?? {};
  const isOffered = deletion === 'offered' || deletion === 'running' || deletion === 'failed';
  if (isOffered && histories.length > 0) return { histories, isBusy: deletion === 'running' };
  // The stored key must not be sent to another address.
  if (press?.name !== 'connect' || press.usesStoredKey) return null;
  const isWebPage = failure?.code === 'unexpectedAnswer' && failure.problem === 'html';
  const isNotFound = failure?.code === 'gone' || failure?.code === 'webServerAnswer';
  const { origin } = new URL(press.baseUrl);
  const mayBeAtOrigin = (isWebPage || isNotFound) && origin !== press.baseUrl;
  return mayBeAtOrigin ? { origin } : null;
}
