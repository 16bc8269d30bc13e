/**
 * Runs work after all earlier work of the same name has ended, in all contexts of the extension.
 */
export type RunExclusive = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** The browser releases a lock when its context ends. */
export const runExclusive: RunExclusive = (name, work) => navigator.locks.request(name, work);
