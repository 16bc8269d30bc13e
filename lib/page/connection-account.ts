import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Connection, StoredAccount } from '@/lib/connection/connection';
import type { StoredItem } from '@/lib/storage/stored-item';

/** The stored account of whichever connection stands; undefined while it is not known. */
export function accountSignal(
  connection: ReadonlySignal<Connection | undefined>,
  itemOf: (connectionId: string) => StoredItem<StoredAccount>,
): ReadonlySignal<StoredAccount | undefined> {
  const account = signal<StoredAccount | undefined>(undefined);
  effect(() => {
    account.value = undefined;
    const current = connection.value;
    if (current === undefined) return;
    const item = itemOf(current.id);
    let isOld = false;
    const stop = item.watch((changed) => {
      isOld = true;
      account.value = changed;
    });
    item.read().then(
      (stored) => {
        // Connection or account may have changed in the meantime.
        if (connection.value === current && !isOld) account.value = stored;
      },
      // It is shown once it is read from the service.
      () => {},
    );
    return stop;
  });
  return account;
}
