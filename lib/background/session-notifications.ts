import { createNotifications, type Notifications } from '@/lib/notification/worker/notifications';
import type { StoredItem } from '@/lib/stored-item';
import type { BackgroundTools } from './background-tools';

type Tools = Pick<BackgroundTools, 'store' | 'isPopupOpen' | 'notify' | 'newId' | 'refreshBadge'>;

/** Makes what tells of the reports of one connection, by what is stored for it. */
export function createSessionNotifications(
  connectionId: string,
  whileOpen: <T>(item: StoredItem<T>) => StoredItem<T>,
  { store, isPopupOpen, notify, newId, refreshBadge }: Tools,
): Notifications {
  return createNotifications({
    preferences: store.preferences,
    shown: whileOpen(store.notifications(connectionId)),
    unseen: whileOpen(store.unseenOutcome(connectionId)),
    isPopupOpen,
    show: notify,
    newId,
    onUnseen: refreshBadge,
  });
}
