import 'fake-indexeddb/auto';
import { IDBFactory, IDBOpenDBRequest } from 'fake-indexeddb';
import { currentLifetime, type Lifetime, never } from './worker-lifetime';

// The IndexedDB of the simulated browser. `fake-indexeddb` runs each task by `setImmediate`.

const originalSetImmediate = globalThis.setImmediate;
let pendingTasks = 0;

function countedSetImmediate(run: () => void): NodeJS.Immediate {
  pendingTasks += 1;
  return originalSetImmediate(() => {
    pendingTasks -= 1;
    run();
  });
}

Reflect.set(globalThis, 'setImmediate', countedSetImmediate);

export function databasesHaveTasks(): boolean {
  return pendingTasks > 0;
}

export async function untilDatabasesIdle(): Promise<void> {
  while (pendingTasks > 0) await new Promise<void>((resolve) => originalSetImmediate(resolve));
}

export interface LifetimeDatabases {
  /** Aborts the transactions of a stopped worker, and closes its database connections. */
  release(lifetime: Lifetime): void;
}

/** Gives the simulated browser an empty IndexedDB. */
export function createLifetimeDatabases(): LifetimeDatabases {
  const factory = new IDBFactory();
  const transactionsByLifetime = new Map<Lifetime, Map<IDBDatabase, IDBTransaction[]>>();

  function transactionsOf(lifetime: Lifetime, database: IDBDatabase): IDBTransaction[] {
    const byDatabase = transactionsByLifetime.get(lifetime) ?? new Map();
    transactionsByLifetime.set(lifetime, byDatabase);
    const transactions: IDBTransaction[] = byDatabase.get(database) ?? [];
    byDatabase.set(database, transactions);
    return transactions;
  }

  function addTransaction(
    lifetime: Lifetime,
    database: IDBDatabase,
    transaction: IDBTransaction,
  ): void {
    transactionsOf(lifetime, database).push(transaction);
    // A stopped worker gets no events.
    for (const type of ['abort', 'error']) {
      transaction.addEventListener(type, (event) => {
        if (!lifetime.isAlive) event.stopImmediatePropagation();
      });
    }
  }

  function open(name: string, version?: number): IDBOpenDBRequest {
    const lifetime = currentLifetime();
    if (lifetime?.isAlive === false) return new IDBOpenDBRequest();
    const request = factory.open(name, version);
    if (lifetime === undefined) return request;
    request.addEventListener('upgradeneeded', () => {
      if (request.transaction) addTransaction(lifetime, request.result, request.transaction);
      if (!lifetime.isAlive) release(lifetime);
    });
    request.addEventListener('success', () => {
      const database = request.result;
      transactionsOf(lifetime, database);
      const originalTransaction = database.transaction.bind(database);
      database.transaction = (...args) => {
        const transaction = originalTransaction(...args);
        addTransaction(lifetime, database, transaction);
        return transaction;
      };
      if (!lifetime.isAlive) release(lifetime);
    });
    return request;
  }

  function release(lifetime: Lifetime): void {
    for (const [database, transactions] of transactionsByLifetime.get(lifetime) ?? []) {
      for (const transaction of transactions) abort(transaction);
      database.close();
    }
    transactionsByLifetime.delete(lifetime);
  }

  const isStopped = () => currentLifetime()?.isAlive === false;
  Reflect.set(globalThis, 'indexedDB', {
    open,
    databases: () => (isStopped() ? never() : factory.databases()),
    deleteDatabase: (name: string) =>
      isStopped() ? new IDBOpenDBRequest() : factory.deleteDatabase(name),
  });
  return { release };
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended.
  }
}
