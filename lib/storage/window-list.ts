import type { StoredItem } from '@/lib/stored-item';
import { type RunExclusive, runExclusive } from './locks';

/** What a person has asked for in a window of one kind or the other. */
interface OfWindow {
  isPrivateWindow: boolean;
}

/**
 * A list as one item: what private windows have asked for stands in one place, all else in another.
 * Neither is written where only the other changes.
 * @param name of the lock that its updates take
 */
export function windowList<T extends OfWindow>(
  name: string,
  ordinary: StoredItem<T[]>,
  ofPrivateWindows: StoredItem<T[]>,
  exclusively: RunExclusive = runExclusive,
): StoredItem<T[]> {
  const parts = [
    { list: ordinary, isPrivate: false },
    { list: ofPrivateWindows, isPrivate: true },
  ];

  async function read(): Promise<T[] | undefined> {
    const [first, second] = await Promise.all([ordinary.read(), ofPrivateWindows.read()]);
    return first && second ? [...first, ...second] : (first ?? second);
  }

  async function change(before: readonly T[], after: readonly T[]): Promise<void> {
    await Promise.all(
      parts.map(async ({ list, isPrivate }) => {
        const isOfPart = (one: T) => one.isPrivateWindow === isPrivate;
        const changed = after.filter(isOfPart);
        if (!hasSame(before.filter(isOfPart), changed)) await list.write(changed);
      }),
    );
  }

  return {
    read,
    write: (values) => exclusively(name, async () => change((await read()) ?? [], values)),
    async remove() {
      await Promise.all(parts.map(({ list }) => list.remove()));
    },
    update: (edit) =>
      exclusively(name, async () => {
        const before = await read();
        const after = edit(before);
        if (after !== before) await change(before ?? [], after ?? []);
        return after;
      }),
    watch(onChange) {
      const stops = parts.map(({ list }) => list.watch(async () => onChange(await read())));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

function hasSame<T>(before: readonly T[], after: readonly T[]): boolean {
  return before.length === after.length && before.every((one, at) => one === after[at]);
}
