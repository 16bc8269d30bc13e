import type { Failure } from '@/lib/failure';
import type { AccountCall, KeyOwner } from './scenario';

/** Limit for the questions about accounts that a person answers during one connection check. */
export const MAX_QUESTIONS = 10;

const FAILED_CALLS: Record<Exclude<AccountCall, 'answers'>, Failure> = {
  'says 401': { code: 'keyRefused', message: null },
  'says 403': { code: 'notAllowed', message: null },
  'says 404': { code: 'gone', what: 'interface', message: null },
  'gets no answer': { code: 'unreachable' },
  'says 429': { code: 'tooManyRequests', retryAt: null, message: null },
  'says 500': { code: 'serviceDown', status: 500, retryAt: null, message: null },
};

/** The key contains the answer to the account call. */
export function keyOf(owner: KeyOwner, call: AccountCall, number: number): string {
  const accountCall = call.replaceAll(' ', '-');
  return `key-${number}-of-the-${owner}-account-whose-call-${accountCall}`;
}

export function ownerOf(apiKey: string): KeyOwner {
  return apiKey.includes('-of-the-other-account') ? 'other' : 'own';
}

/** Returns the failure of the account call with an API key; null if the account is shown. */
export function accountFailure(apiKey: string): Failure | null {
  for (const [call, failure] of Object.entries(FAILED_CALLS)) {
    if (apiKey.endsWith(call.replaceAll(' ', '-'))) return failure;
  }
  return null;
}

export type KeyOwners = ReturnType<typeof createKeyOwners>;

export function createKeyOwners() {
  const owners = new Map<string, KeyOwner>();
  let inUse: KeyOwner = 'own';

  return {
    /** Called with each write to the disk, as text. */
    noteWrite(text: string): void {
      for (const [, connectionId = '', apiKey = ''] of text.matchAll(STORED_KEY)) {
        inUse = ownerOf(apiKey);
        owners.set(connectionId, inUse);
      }
    },
    /** Returns the owner of the API key that was stored last. */
    inUse: () => inUse,
    of: (connectionId: string) => owners.get(connectionId),
  };
}

const STORED_KEY = /"connection\/([^/"]+)\/bearer-key":"(key-[^"]+)"/g;
