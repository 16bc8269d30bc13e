import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';

removeDatabases();

/** Gives the browser that tests have databases; there are none in it yet. */
export function useDatabases(): void {
  Reflect.set(globalThis, 'indexedDB', new IDBFactory());
}

/** Makes it a browser without databases again. */
export function removeDatabases(): void {
  Reflect.deleteProperty(globalThis, 'indexedDB');
}
