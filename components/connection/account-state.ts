import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import { accountFacts } from '@/lib/connection/account-facts';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { Connection, ConnectRequest } from '@/lib/connection/connection';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Account } from '@/lib/report/extra-fields';

/** Whose account the connection has, as the service says while the page is open. */
export interface AccountState {
  /** Undefined while the service has not answered. */
  account: ReadonlySignal<Outcome<Account> | undefined>;
  /** What it is called; null where that is not known. */
  name: ReadonlySignal<string | null>;
  /** Connects, and reads the account anew where the check has passed. */
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
  /** Reads it again where it could not be read. */
  retry(): void;
}

interface AccountTools {
  connection: ReadonlySignal<Connection | undefined>;
  read(): Promise<Outcome<Account>>;
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
}

/** Makes the account's state, and reads the account of the connection that stands. */
export function createAccountState({ connection, ...tools }: AccountTools): AccountState {
  const account = signal<Outcome<Account> | undefined>(undefined);
  const connectionId = computed(() => connection.value?.id);
  let latest: Promise<Outcome<Account>> | null = null;

  function forget(): void {
    latest = null;
    account.value = undefined;
  }

  async function read(): Promise<void> {
    const reading = attempt(tools.read);
    latest = reading;
    const outcome = await reading;
    if (latest === reading) account.value = outcome;
  }

  // Another tab may connect or disconnect, too.
  effect(() => {
    forget();
    if (connectionId.value !== undefined) void read();
  });

  return {
    account,
    name: computed(() => {
      const outcome = account.value;
      if (outcome === undefined || hasFailed(outcome)) return null;
      const { name, email } = accountFacts(outcome.value);
      return name ?? email;
    }),
    async connect(request) {
      const idBefore = connectionId.value;
      const check = await tools.connect(request);
      if (check.state === 'passed' && connectionId.value === idBefore) {
        // Another key may be that of another account.
        if (request.apiKey !== '') forget();
        void read();
      }
      return check;
    },
    retry() {
      if (account.value && hasFailed(account.value)) void read();
    },
  };
}
