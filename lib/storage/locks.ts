/** Runs work after all other work of the same name has ended, in every context of the extension. */
export type RunExclusive = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Uses the locks of the browser, which end with their context. */
export const runExclusive: RunExclusive = (name, work) => navigator.locks.request(name, work);
