import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { createResource } from '@/components/app/resource';
import { attemptWithRetries } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { accountFacts, accountName } from '@/lib/connection/account-facts';
import { type Connection, connectionName } from '@/lib/connection/connection';
import type { ConnectionRegister } from '@/lib/connection/connection-register';
import type { Failure } from '@/lib/failure';
import type { WaitingJobs } from '@/lib/jobs/open-jobs';
import type { Account } from '@/lib/report/extra-fields';
import { hasFailed, type Result } from '@/lib/result';

/** A connected service in the list. */
export interface ServiceRow {
  connection: Connection;
  name: string;
  /** Null if the name is the host. */
  host: string | null;
  /** Name, e-mail address or id of the account; null if unknown. */
  account: string | null;
  /** Null if unknown. Only the plan of the account in use is known. */
  plan: string | null;
  isInUse: boolean;
  /** Null for the service in use, if no job is open, and before the background's reply. */
  waiting: WaitingJobs | null;
  /** Whether the background is putting the service in use. */
  isBusy: boolean;
  /** Why the last press of *Use* failed; null for none. */
  useFailure: Failure | null;
}

/** The connected services, in the order in which they were connected. */
export interface ServiceRows {
  rows: ReadonlySignal<readonly ServiceRow[]>;
  /** Puts a service in use. Does nothing while another change is running. */
  use(connectionId: string): Promise<void>;
}

interface ServiceRowsTools {
  register: ReadonlySignal<ConnectionRegister>;
  /** The account in use. */
  account: ReadonlySignal<Result<Account> | undefined>;
  background: Pick<BackgroundApi, 'useConnection' | 'listWaitingJobs'>;
}

/** A press of *Use*. */
interface UsePress {
  connectionId: string;
  /** Null until the background replies. */
  result: Result<null> | null;
}

export function createServiceRows({
  register,
  account,
  background,
}: ServiceRowsTools): ServiceRows {
  const lastUse = signal<UsePress | null>(null);
  const waitingJobs = createResource(() => background.listWaitingJobs());

  function rowOf(connection: Connection): ServiceRow {
    const { id, label, baseUrl } = connection;
    const isInUse = register.value.inUse === id;
    const facts = isInUse ? factsOf(account.value) : null;
    const press = lastUse.value?.connectionId === id ? lastUse.value : null;
    // Jobs of a connection that is not in use change only together with the register.
    const { value: waiting = [] } = waitingJobs.get('all', register.value);
    return {
      connection,
      name: connectionName(connection),
      host: label === null ? null : new URL(baseUrl).host,
      account: facts?.name ?? connection.account?.email ?? connection.account?.id ?? null,
      plan: facts?.plan ?? null,
      isInUse,
      waiting: isInUse ? null : (waiting.find((one) => one.connectionId === id) ?? null),
      isBusy: press !== null && press.result === null,
      useFailure: press?.result && hasFailed(press.result) ? press.result.failure : null,
    };
  }

  return {
    rows: computed(() => register.value.connections.map(rowOf)),
    async use(connectionId) {
      const former = lastUse.value;
      // The register may change before the reply.
      const isDone = former?.connectionId === register.value.inUse;
      if (former?.result === null && !isDone) return;
      const press: UsePress = { connectionId, result: null };
      lastUse.value = press;
      const result = await attemptWithRetries(() => background.useConnection(connectionId));
      if (lastUse.value === press) lastUse.value = { connectionId, result };
    },
  };
}

function factsOf(account: Result<Account> | undefined) {
  if (account === undefined || hasFailed(account)) return null;
  return { name: accountName(account.value), plan: accountFacts(account.value).plan };
}
