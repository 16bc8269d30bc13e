import type { Outcome } from '@/lib/outcome';
import type { Client } from './client';
import { createLimiter, type Limiter } from './limiter';

/** The requests that are out to one service at the same time. */
export interface RequestLimits {
  /** Creations and updates, which may wait for a page's analysis. */
  writes: Limiter;
  /** All others, so that no creation keeps them from going out. */
  others: Limiter;
}

/** Enough to hide the way there and back, few enough for any service. */
const MOST_WRITES = 2;
const MOST_OTHERS = 2;

/** Makes the limits of one service. */
export function createRequestLimits(): RequestLimits {
  return { writes: createLimiter(MOST_WRITES), others: createLimiter(MOST_OTHERS) };
}

/**
 * A client whose requests wait for their turn. Their time limits begin when they go out. One that is
 * given up while it waits has not been sent. Who creates a report takes a turn of the writes before,
 * for the creation and for what must stand right before it.
 * @param isUrgent whether a person waits for them: then they go before what goes out by itself
 */
export function limitClient(client: Client, limits: RequestLimits, isUrgent: boolean): Client {
  const { writes, others } = limits;

  async function send<T>(
    limiter: Limiter,
    request: () => Promise<Outcome<T>>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<T>> {
    const outcome = await limiter(request, { isUrgent, signal });
    return outcome ?? { failure: { code: 'interrupted' } };
  }

  return {
    list: (query, signal) => send(others, () => client.list(query, signal), signal),
    get: (id, signal) => send(others, () => client.get(id, signal), signal),
    create: client.create,
    update: (id, change, signal) => send(writes, () => client.update(id, change, signal), signal),
    remove: (id, signal) => send(others, () => client.remove(id, signal), signal),
    account: (signal) => send(others, () => client.account(signal), signal),
    serviceTime: client.serviceTime,
  };
}
