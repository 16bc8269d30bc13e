/** Runs work while no other work of the same name runs, in any context of the extension. */
export type RunExclusive = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** By the browser's own locks; they end with the context that holds them. */
export const runExclusive: RunExclusive = (name, work) => navigator.locks.request(name, work);
