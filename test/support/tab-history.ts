import type { RouteWindow } from '@/components/app/route';

/** Imitates the history of a tab. As in a browser, `back` and `go` take effect after the call. */
export function createTabHistory(file: string, hash = '') {
  const entries: { state: unknown; hash: string }[] = [{ state: null, hash }];
  let index = 0;
  const listeners: (() => void)[] = [];
  const entryOf = (state: unknown, url: string) => ({
    state: structuredClone(state),
    hash: url.replace(/^[^#]*/, ''),
  });
  /** Goes back or forward by a number of entries. */
  const go = (steps: number) => {
    setTimeout(() => {
      index += steps;
      for (const listener of listeners) listener();
    }, 1);
  };
  const tab: RouteWindow = {
    history: {
      get state() {
        return entries[index]?.state ?? null;
      },
      pushState(state: unknown, _: string, url: string) {
        index += 1;
        entries.splice(index, entries.length, entryOf(state, url));
      },
      replaceState(state: unknown, _: string, url: string) {
        entries[index] = entryOf(state, url);
      },
      back: () => go(-1),
    },
    location: {
      pathname: `/${file}`,
      get hash() {
        return entries[index]?.hash ?? '';
      },
    },
    addEventListener: (_, listener) => void listeners.push(listener),
  };
  return { tab, entries, go };
}
