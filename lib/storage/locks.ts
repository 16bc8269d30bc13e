/** Runs work as soon as no context of the extension runs other work of the same name. */
export type RunExclusive = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** The browser releases a lock when its context ends. */
export const runExclusive: RunExclusive = (name, work) => navigator.locks.request(name, work);
