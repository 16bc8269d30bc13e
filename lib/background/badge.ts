import { createShownBadge, type ShownBadge } from '@/lib/badge/worker/shown-badge';
import type { ConnectionStore } from '@/lib/storage/connection-store';

type BadgeTools = Parameters<typeof createShownBadge>[0];

/** Makes the badge of what is stored for the current connection: of private windows, nothing. */
export function createBadge(
  store: ConnectionStore,
  tabs: { set(isOn: boolean): void } & Pick<BadgeTools, 'seesTabs' | 'tabs'>,
  button: Pick<BadgeTools, 'show' | 'inherit'>,
): ShownBadge {
  return createShownBadge({
    connection: store.connection,
    preferences: store.preferences,
    queueOf: (id) => store.submissions(id).view,
    unreadableOf: (id) => store.unreadableCount(id, 'local'),
    unseenOf: store.unseenOutcome,
    pagesOf: store.pages,
    seesTabs: tabs.seesTabs,
    tabs: tabs.tabs,
    watchTabs: tabs.set,
    ...button,
  });
}
