import type { RunExclusive } from '@/lib/storage/locks';

/** Locks in memory, as `navigator.locks` gives them to one context. */
export function createMemoryLocks(): RunExclusive {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work);
    last.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  };
}
