import type { Failure } from '@/lib/failure';
import type { AccountCall, KeyOwner } from './scenario';

const FAILURES: Record<Exclude<AccountCall, 'answers'>, Failure> = {
  'says 401': { code: 'keyRefused', message: null },
  'says 403': { code: 'notAllowed', message: null },
  'says 404': { code: 'gone', what: 'interface', message: null },
  'gets no answer': { code: 'unreachable' },
  'says 429': { code: 'tooManyRequests', retryAt: null, message: null },
  'says 500': { code: 'serviceDown', status: 500, retryAt: null, message: null },
};

/** Returns an API key whose text names its owner and the answer to its account call. */
export function apiKeyOf(owner: KeyOwner, call: AccountCall, number: number): string {
  return `key-${number}-of-the-${owner}-account-whose-call-${call.replaceAll(' ', '-')}`;
}

export function ownerOf(apiKey: string): KeyOwner {
  return apiKey.includes('-of-the-other-account') ? 'other' : 'own';
}

/** Returns the failure of the account call with an API key; null if the call succeeds. */
export function accountFailure(apiKey: string): Failure | null {
  for (const [call, failure] of Object.entries(FAILURES)) {
    if (apiKey.endsWith(call.replaceAll(' ', '-'))) return failure;
  }
  return null;
}

/** The owners of all API keys that the extension has stored. */
export type KeyOwners = ReturnType<typeof createKeyOwners>;

export function createKeyOwners() {
  const owners = new Map<string, KeyOwner>();
  let latest: KeyOwner = 'own';

  return {
    /** @param json the items that the extension writes to `storage.local` */
    noteWrite(json: string): void {
      for (const [, connectionId = '', apiKey = ''] of json.matchAll(STORED_KEY)) {
        latest = ownerOf(apiKey);
        owners.set(connectionId, latest);
      }
    },
    /** Returns the owner of the API key that was stored last. */
    latest: () => latest,
    ofConnection: (connectionId: string) => owners.get(connectionId),
  };
}

/** Groups: the connection's id, and the API key. */
const STORED_KEY = /"connection\/([^/"]+)\/bearer-key":"(key-[^"]+)"/g;
