import type { Failure } from '@/lib/failure';
import type { AccountCall, AccountName } from './scenario';

const FAILURES: Record<Exclude<AccountCall, 'answers'>, Failure> = {
  'says 401': { code: 'keyRefused', message: null },
  'says 403': { code: 'notAllowed', message: null },
  'says 404': { code: 'gone', what: 'interface', message: null },
  'gets no answer': { code: 'unreachable' },
  'says 429': { code: 'tooManyRequests', retryAt: null, message: null },
  'says 500': { code: 'serviceDown', status: 500, retryAt: null, message: null },
};

/** Returns an API key whose text names its account and the answer to its account call. */
export function apiKeyOf(account: AccountName, call: AccountCall, number: number): string {
  return `key-${number}-of-the-${account}-account-whose-call-${call.replaceAll(' ', '-')}`;
}

export function accountOf(apiKey: string): AccountName {
  return apiKey.includes('-of-the-other-account') ? 'other' : 'main';
}

/** Returns the failure of the account call with an API key; null if the call succeeds. */
export function accountFailure(apiKey: string): Failure | null {
  for (const [call, failure] of Object.entries(FAILURES)) {
    if (apiKey.endsWith(call.replaceAll(' ', '-'))) return failure;
  }
  return null;
}

/** The accounts of all API keys that the extension has stored. */
export type KeyAccounts = ReturnType<typeof createKeyAccounts>;

export function createKeyAccounts() {
  const accounts = new Map<string, AccountName>();
  let accountInUse: AccountName = 'main';

  return {
    /** @param json the items that the extension writes to `storage.local` */
    readWrittenKeys(json: string): void {
      for (const [, connectionId = '', apiKey = ''] of json.matchAll(STORED_KEY)) {
        accounts.set(connectionId, accountOf(apiKey));
      }
      const { connections } = JSON.parse(json) as { connections?: { inUse: string | null } };
      accountInUse = accounts.get(connections?.inUse ?? '') ?? accountInUse;
    },
    /** Returns the account of the connection that was in use last. */
    latestInUse: () => accountInUse,
    accountOfConnection: (connectionId: string) => accounts.get(connectionId),
  };
}

/** Groups: the connection's id, and the API key. */
const STORED_KEY = /"connection\/([^/"]+)\/bearer-key":"(key-[^"]+)"/g;
