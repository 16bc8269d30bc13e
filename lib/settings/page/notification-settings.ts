import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { OptionalPermission } from '@/lib/settings/optional-permission';
import type { Preferences } from '@/lib/settings/preferences';

/** What can be told outside of our pages, each by a checkbox. */
export type NotificationSetting = 'notifiesOfDone' | 'notifiesOfAttention' | 'showsPageRating';

export const NOTIFICATION_SETTINGS: readonly NotificationSetting[] = [
  'notifiesOfDone',
  'notifiesOfAttention',
  'showsPageRating',
];

/** What the browser has to allow for a setting. */
export function permissionFor(setting: NotificationSetting): OptionalPermission {
  return setting === 'showsPageRating' ? 'tabs' : 'notifications';
}

/** The checkboxes. */
export interface NotificationSettings {
  /** Those that are on: chosen, and allowed by the browser. */
  chosen: ReadonlySignal<Record<NotificationSetting, boolean>>;
  /** What the browser did not allow when it was last asked; null after any other press. */
  refused: ReadonlySignal<OptionalPermission | null>;
  /** Whether the last press changed nothing, since it could not be stored. */
  hasFailed: ReadonlySignal<boolean>;
  /** Call it in the handler of a press: where it turns something on, it asks the person. */
  set(setting: NotificationSetting, isOn: boolean): Promise<void>;
  /** Looks again what the browser allows. */
  recheck(): Promise<void>;
}

interface SettingsTools {
  preferences: ReadonlySignal<Preferences>;
  /** What the browser allows at the start. */
  allowed: Record<OptionalPermission, boolean>;
  request(permission: OptionalPermission): Promise<boolean>;
  has(permission: OptionalPermission): Promise<boolean>;
  /** Gives back what nothing needs any more. */
  remove(permission: OptionalPermission): Promise<void>;
  store(change: Partial<Preferences>): Promise<unknown>;
  /** Called after a change. */
  onChange(): void;
}

/** Makes the checkboxes of the options page. */
export function createNotificationSettings(tools: SettingsTools): NotificationSettings {
  const { preferences, request, has, remove, store, onChange } = tools;
  const allowed = signal(tools.allowed);
  const refused = signal<OptionalPermission | null>(null);
  const hasFailed = signal(false);
  const chosen = computed(() => {
    const isOn = (setting: NotificationSetting) =>
      preferences.value[setting] && allowed.value[permissionFor(setting)];
    return {
      notifiesOfDone: isOn('notifiesOfDone'),
      notifiesOfAttention: isOn('notifiesOfAttention'),
      showsPageRating: isOn('showsPageRating'),
    };
  });

  async function recheck(): Promise<void> {
    const [notifications, tabs] = await Promise.all([has('notifications'), has('tabs')]);
    allowed.value = { notifications, tabs };
  }

  return {
    chosen,
    refused,
    hasFailed,
    recheck,
    async set(setting, isOn) {
      const permission = permissionFor(setting);
      // First, or the press no longer counts as the person's.
      const asking = isOn ? request(permission).catch(() => false) : null;
      refused.value = null;
      if (asking !== null && !(await asking)) {
        hasFailed.value = false;
        refused.value = permission;
        return;
      }
      // One that the browser has turned off does not come back with another.
      const before = chosen.value;
      const changed = { ...before, [setting]: isOn };
      hasFailed.value = await store(changed).then(
        () => false,
        () => true,
      );
      const after = hasFailed.value ? before : changed;
      const isNeeded = NOTIFICATION_SETTINGS.some(
        (one) => after[one] && permissionFor(one) === permission,
      );
      if (!isNeeded) await remove(permission).catch(() => {});
      await recheck();
      onChange();
    },
  };
}
