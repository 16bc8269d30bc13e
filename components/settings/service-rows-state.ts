import { computed, type ReadonlySignal } from '@preact/signals';
import type { Services } from '@/components/app/services-state';
import { accountFacts, accountName } from '@/lib/connection/account-facts';
import { type Connection, connectionName } from '@/lib/connection/connection';
import type { Failure } from '@/lib/failure';
import type { WaitingOperations } from '@/lib/jobs/open-jobs';
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
  waiting: WaitingOperations | null;
  /** Whether the background is putting the service in use. */
  isBusy: boolean;
  /** Why the last press of *Use* failed; null for none. */
  useFailure: Failure | null;
}

/**
 * Returns the rows of the connected services, in the order in which they were connected.
 * @param account the account in use
 */
export function createServiceRows(
  services: Services,
  account: ReadonlySignal<Result<Account> | undefined>,
): ReadonlySignal<readonly ServiceRow[]> {
  function rowOf(connection: Connection): ServiceRow {
    const { id, label, baseUrl } = connection;
    const isInUse = services.inUse.value?.id === id;
    const facts = isInUse ? factsOf(account.value) : null;
    return {
      connection,
      name: connectionName(connection),
      host: label === null ? null : new URL(baseUrl).host,
      account: facts?.name ?? connection.account?.email ?? connection.account?.id ?? null,
      plan: facts?.plan ?? null,
      isInUse,
      waiting: isInUse ? null : (services.waitingOf(id) ?? null),
      isBusy: services.isBusy(id),
      useFailure: services.failureOf(id),
    };
  }

  return computed(() => services.connections.value.map(rowOf));
}

function factsOf(account: Result<Account> | undefined) {
  if (account === undefined || hasFailed(account)) return null;
  return { name: accountName(account.value), plan: accountFacts(account.value).plan };
}
