import type { SerialItem, StoredItem } from '@/lib/stored-item';

/** Makes a serial item; only one must exist for a stored value. */
export function createSerialItem<T>(item: StoredItem<T>, initial: T): SerialItem<T> {
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function apply(edit: (value: T) => T): Promise<T> {
    const value = (await item.read()) ?? initial;
    if (isClosed) return value;
    const edited = edit(value);
    if (edited !== value) await item.write(edited);
    return edited;
  }

  return {
    read: async () => (await item.read()) ?? initial,
    change(edit) {
      const changing = last.then(() => apply(edit));
      last = changing.catch(() => {});
      return changing;
    },
    async close() {
      isClosed = true;
      await last;
    },
  };
}
