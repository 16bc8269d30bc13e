import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';

// `auto` also sets `indexedDB`. Only tests that call `useDatabases` need `indexedDB`.
removeDatabases();

/** Gives the fake browser an empty IndexedDB. */
export function useDatabases(): void {
  Reflect.set(globalThis, 'indexedDB', new IDBFactory());
}

export function removeDatabases(): void {
  Reflect.deleteProperty(globalThis, 'indexedDB');
}
