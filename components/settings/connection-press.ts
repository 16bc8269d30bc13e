import type { CheckFailure, ConnectionCheck } from '@/lib/connection/check-steps';
import type { OpenWork } from '@/lib/failure';
import { hasFailed, type Result } from '@/lib/result';

/** The last press of Connect or Disconnect, and how far it has come. */
export type ConnectionPress =
  | {
      name: 'connect';
      baseUrl: string;
      usesStoredKey: boolean;
      /** Whether there was no connection before. */
      isFirst: boolean;
      check: ConnectionCheck;
    }
  | {
      name: 'disconnect';
      baseUrl: string;
      /** The host that the browser still allows, null where it took that back; null until it is done. */
      result: Result<{ allowedHost: string | null }> | null;
    };

/** What a press asks: about jobs that are open, or for an origin to try, which would receive the key. */
export type ConnectionQuestion = { work: OpenWork } | { origin: string };

/** Why a press has failed; null where it has not. */
export function failureOf(press: ConnectionPress | null): CheckFailure | null {
  if (press?.name !== 'connect') {
    return press?.result && hasFailed(press.result) ? press.result.failure : null;
  }
  return press.check.state === 'failed' ? press.check.failure : null;
}

/**
 * The host that the browser still allows, null where it took that back; undefined where nothing was
 * disconnected.
 */
export function allowedHostOf(press: ConnectionPress | null): string | null | undefined {
  if (press?.name !== 'disconnect' || press.result === null) return undefined;
  return hasFailed(press.result) ? undefined : press.result.value.allowedHost;
}

/** What a press asks before it goes on; null where it asks nothing. */
export function questionOf(press: ConnectionPress | null): ConnectionQuestion | null {
  const failure = failureOf(press);
  if (failure?.code === 'openWork') return { work: failure };
  // The stored key is for no other address.
  if (press?.name !== 'connect' || press.usesStoredKey) return null;
  const isPage = failure?.code === 'unexpectedAnswer' && failure.problem === 'html';
  const { origin } = new URL(press.baseUrl);
  const isMissing = failure?.code === 'gone' || failure?.code === 'webServerAnswer';
  const isElsewhere = isPage || isMissing;
  return isElsewhere && origin !== press.baseUrl ? { origin } : null;
}
