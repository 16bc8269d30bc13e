import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { OptionalPermission } from '@/lib/browser/optional-permission';
import type { PreferenceSettings } from './preferences-state';

/** What can be told outside of our pages, each by a checkbox. */
export type NotificationSetting = 'notifiesOfDone' | 'notifiesOfAttention' | 'showsPageRating';

const NOTIFICATION_SETTINGS: readonly NotificationSetting[] = [
  'notifiesOfDone',
  'notifiesOfAttention',
  'showsPageRating',
];

/** What the browser has to allow for a setting. */
function permissionFor(setting: NotificationSetting): OptionalPermission {
  return setting === 'showsPageRating' ? 'tabs' : 'notifications';
}

/** The checkboxes. */
export interface NotificationSettings {
  /** Those that are ticked: chosen, and allowed by the browser, or just pressed. */
  chosen: ReadonlySignal<Record<NotificationSetting, boolean>>;
  /** What the browser did not allow when it was last asked; null after any other press. */
  refused: ReadonlySignal<OptionalPermission | null>;
  /** The one whose last press changed nothing, since it could not be stored; null where none did. */
  unstored: ReadonlySignal<NotificationSetting | null>;
  /** Call it in the handler of a press: where it turns something on, it asks the person. */
  set(setting: NotificationSetting, isOn: boolean): Promise<void>;
  /** Looks again what the browser allows. */
  recheck(): Promise<void>;
}

interface SettingsTools {
  preferences: PreferenceSettings;
  /** What the browser allows at the start. */
  allowed: Record<OptionalPermission, boolean>;
  request(permission: OptionalPermission): Promise<boolean>;
  has(permission: OptionalPermission): Promise<boolean>;
  /** Gives back what nothing needs any more. */
  remove(permission: OptionalPermission): Promise<void>;
  /** Called after a change. */
  onChange(): void;
}

type Settings = Record<NotificationSetting, boolean>;

/** Makes the checkboxes of the options page. */
export function createNotificationSettings(tools: SettingsTools): NotificationSettings {
  const { preferences, request, has, remove, onChange } = tools;
  const allowed = signal(tools.allowed);
  const refused = signal<OptionalPermission | null>(null);
  const unstored = signal<NotificationSetting | null>(null);
  /** What presses that have not ended ask for. */
  const pressed = signal<Partial<Settings>>({});
  /** What is chosen, and allowed by the browser. */
  const inForce = computed((): Settings => {
    const isOn = (setting: NotificationSetting) =>
      preferences.current.value[setting] && allowed.value[permissionFor(setting)];
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

  /** @param asking resolves with whether the browser allows what it takes; null where it takes nothing */
  async function change(
    setting: NotificationSetting,
    isOn: boolean,
    asking: Promise<boolean> | null,
  ): Promise<void> {
    const permission = permissionFor(setting);
    // One that the browser has turned off does not come back with another.
    const turnedOff = NOTIFICATION_SETTINGS.filter(
      (one) => preferences.current.value[one] && !inForce.value[one],
    );
    if (asking !== null && !(await asking)) {
      batch(() => {
        refused.value = permission;
        unstored.value = null;
      });
      return;
    }
    const changed = {
      ...Object.fromEntries(turnedOff.map((one) => [one, false])),
      [setting]: isOn,
    };
    const isStored = await preferences.change(changed);
    unstored.value = isStored ? null : setting;
    const after = { ...inForce.value, ...(isStored && changed) };
    const isNeeded = NOTIFICATION_SETTINGS.some(
      (one) => after[one] && permissionFor(one) === permission,
    );
    if (!isNeeded) await remove(permission).catch(() => {});
    await recheck();
    onChange();
  }

  return {
    chosen: computed(() => ({ ...inForce.value, ...pressed.value })),
    refused,
    unstored,
    recheck,
    async set(setting, isOn) {
      // First, or the press no longer counts as the person's.
      const asking = isOn ? request(permissionFor(setting)).catch(() => false) : null;
      batch(() => {
        refused.value = null;
        pressed.value = { ...pressed.value, [setting]: isOn };
      });
      await change(setting, isOn, asking);
      const { [setting]: _, ...others } = pressed.value;
      pressed.value = others;
    },
  };
}
