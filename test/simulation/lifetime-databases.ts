import 'fake-indexeddb/auto';
import { IDBFactory, IDBOpenDBRequest } from 'fake-indexeddb';
import { currentLife, type Life, never } from './worker-lifetime';

// The IndexedDB of the simulated browser. Each task of `fake-indexeddb` is an immediate.

const setImmediateOfNode = globalThis.setImmediate;
let openTasks = 0;

/** Counts the tasks of the databases, so that time passes only when none is left. */
function countedImmediate(run: () => void): NodeJS.Immediate {
  openTasks += 1;
  return setImmediateOfNode(() => {
    openTasks -= 1;
    run();
  });
}

Reflect.set(globalThis, 'setImmediate', countedImmediate);

export function databasesHaveTasks(): boolean {
  return openTasks > 0;
}

export async function databasesIdle(): Promise<void> {
  while (openTasks > 0) await new Promise<void>((resolve) => setImmediateOfNode(resolve));
}

/** The database connections of a life, each with its transactions. */
type Opened = Map<IDBDatabase, IDBTransaction[]>;

export interface LifeDatabases {
  /** Aborts all transactions of a life, and closes its database connections. */
  release(life: Life): void;
}

/** Gives the simulated browser an empty IndexedDB. A worker whose life has ended changes nothing there. */
export function createLifeDatabases(): LifeDatabases {
  const factory = new IDBFactory();
  const openedBy = new Map<Life, Opened>();

  function record(life: Life, database: IDBDatabase, transaction?: IDBTransaction): void {
    const opened: Opened = openedBy.get(life) ?? new Map();
    openedBy.set(life, opened);
    const transactions = opened.get(database) ?? [];
    opened.set(database, transactions);
    if (transaction === undefined) return;
    transactions.push(transaction);
    // After its end, a life gets no events.
    transaction.addEventListener('abort', (event) => {
      if (!life.isAlive) event.stopImmediatePropagation();
    });
  }

  function open(name: string, version?: number): IDBOpenDBRequest {
    const life = currentLife();
    if (life?.isAlive === false) return new IDBOpenDBRequest();
    const request = factory.open(name, version);
    if (life === undefined) return request;
    request.addEventListener('upgradeneeded', () => {
      if (request.transaction) record(life, request.result, request.transaction);
      if (!life.isAlive) release(life);
    });
    request.addEventListener('success', () => {
      const database = request.result;
      record(life, database);
      const begin = database.transaction.bind(database);
      database.transaction = (...args) => {
        const transaction = begin(...args);
        record(life, database, transaction);
        return transaction;
      };
      if (!life.isAlive) release(life);
    });
    return request;
  }

  function release(life: Life): void {
    for (const [database, transactions] of openedBy.get(life) ?? []) {
      for (const transaction of transactions) abort(transaction);
      database.close();
    }
    openedBy.delete(life);
  }

  const isEnded = () => currentLife()?.isAlive === false;
  Reflect.set(globalThis, 'indexedDB', {
    open,
    databases: () => (isEnded() ? never() : factory.databases()),
    deleteDatabase: (name: string) =>
      isEnded() ? new IDBOpenDBRequest() : factory.deleteDatabase(name),
  });
  return { release };
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has ended.
  }
}
