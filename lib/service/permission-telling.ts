import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Client } from './client';

/** The failure where the permission for a service is missing; null where it is not. */
export type MissingPermission = () => Promise<Failure | null>;

/** The failure, or the missing permission that made it: browsers report it as a dead line. */
export async function causeOf(
  failure: Failure,
  missingPermission: MissingPermission,
): Promise<Failure> {
  return failure.code === 'unreachable' ? ((await missingPermission()) ?? failure) : failure;
}

/**
 * A client whose reads tell a missing permission from a service that cannot be reached. Writes fail
 * as they did: a permission that is found missing afterwards may have been there for them.
 */
export function tellMissingPermission(
  client: Client,
  missingPermission: MissingPermission,
): Client {
  async function told<T>(reading: Promise<Outcome<T>>): Promise<Outcome<T>> {
    const outcome = await reading;
    if (!hasFailed(outcome)) return outcome;
    return { failure: await causeOf(outcome.failure, missingPermission) };
  }

  return {
    ...client,
    list: (query, signal) => told(client.list(query, signal)),
    get: (id, signal) => told(client.get(id, signal)),
    account: (signal) => told(client.account(signal)),
  };
}
