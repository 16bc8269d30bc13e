import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { KeyboardCommand } from '@/lib/browser/commands';
import type { OptionalPermission } from '@/lib/browser/permissions';
import { type Connection, connectionName } from '@/lib/connection/connection';
import { cutText } from '@/lib/cut-text';
import {
  defaultReportLink,
  type ReportLinkProblem,
  readReportLink,
} from '@/lib/report/report-link';
import { policyFor } from '@/lib/settings/policy';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import { createConnectionField } from './connection-field';

/** The preferences that need a permission of the browser, by permission. */
export const PREFERENCES_BY_PERMISSION = {
  notifications: ['notifiesOfDone', 'notifiesOfAttention', 'notifiesOfWorse'],
  tabs: ['showsPageRating'],
} as const satisfies Record<OptionalPermission, readonly (keyof Preferences)[]>;
type PreferenceWithPermission = (typeof PREFERENCES_BY_PERMISSION)[OptionalPermission][number];

interface SettingsTools {
  stored: ReadonlySignal<Preferences | undefined>;
  /** Stores a change, and returns all stored preferences. */
  store(change: Partial<Preferences>): Promise<Preferences | undefined>;
  /** The connection whose name and report link a person can change. */
  connection: ReadonlySignal<Connection | undefined>;
  setReportLink: BackgroundApi['setReportLink'];
  setLabel: BackgroundApi['setLabel'];
  requestPermission(permission: OptionalPermission): Promise<boolean>;
  hasPermission(permission: OptionalPermission): Promise<boolean>;
  removePermission(permission: OptionalPermission): Promise<void>;
  listCommands(): Promise<readonly KeyboardCommand[]>;
  /** Called after a change of a preference that needs a permission, and of the permission. */
  onPermissionsUpdated(): void;
}

/** The state of the options page, except for the connection and backups. */
export type Settings = ReturnType<typeof createSettings>;

/** Creates the settings. Permissions and shortcuts are known after the first `refresh`. */
export function createSettings(tools: SettingsTools) {
  const preferences = computed(() => tools.stored.value ?? INITIAL_PREFERENCES);
  const unstored = signal<readonly (keyof Preferences)[]>([]);
  const allowed = signal({ notifications: false, tabs: false });
  const refused = signal<OptionalPermission | null>(null);
  const commands = signal<readonly KeyboardCommand[]>([]);
  /** The values that presses have requested and that are not stored yet. */
  const pending = signal<Partial<Record<PreferenceWithPermission, boolean>>>({});

  /** Stores a change, and returns all stored preferences; null if storing fails. */
  async function change(changed: Partial<Preferences>): Promise<Preferences | null> {
    const stored = (await tools.store(changed).catch(() => null)) ?? null;
    const others = unstored.value.filter((name) => !(name in changed));
    const names = Object.keys(changed) as (keyof Preferences)[];
    unstored.value = stored ? others : [...others, ...names];
    return stored;
  }

  /** Reads permissions and shortcuts from the browser. The browser does not report every change. */
  async function refresh(): Promise<void> {
    const [notifications, tabs, listed] = await Promise.all([
      tools.hasPermission('notifications'),
      tools.hasPermission('tabs'),
      tools.listCommands().catch(() => commands.value),
    ]);
    batch(() => {
      allowed.value = { notifications, tabs };
      commands.value = listed;
    });
  }

  async function storeWithPermission(
    permission: OptionalPermission,
    changed: Partial<Preferences>,
  ): Promise<void> {
    const stored = (await change(changed)) ?? preferences.value;
    const isNeeded = PREFERENCES_BY_PERMISSION[permission].some((name) => stored[name]);
    if (!isNeeded) await tools.removePermission(permission).catch(() => {});
    await refresh();
    tools.onPermissionsUpdated();
  }

  return {
    preferences,
    /** The preferences whose last change could not be stored. */
    unstored: unstored as ReadonlySignal<readonly (keyof Preferences)[]>,
    change,
    refresh,
    name: createNameField(tools),
    reportLink: createReportLink(tools, preferences),
    /** The keyboard shortcuts; empty if the browser has none. */
    commands: commands as ReadonlySignal<readonly KeyboardCommand[]>,
    /** The permission that the last press requested and did not get; null otherwise. */
    refused: refused as ReadonlySignal<OptionalPermission | null>,
    /** Whether the checkbox of a preference is checked. */
    isChosen: (permission: OptionalPermission, name: PreferenceWithPermission): boolean =>
      pending.value[name] ?? (preferences.value[name] && allowed.value[permission]),
    /**
     * Turns a preference on or off. Call this in the handler of a press, because turning a preference
     * on requests the permission.
     */
    async choose(
      permission: OptionalPermission,
      name: PreferenceWithPermission,
      isOn: boolean,
    ): Promise<void> {
      // The request comes first, because browsers refuse a request after an `await`.
      const granting = isOn && tools.requestPermission(permission).catch(() => false);
      // Preferences of a removed permission must not turn on together with this preference.
      const turnedOff = PREFERENCES_BY_PERMISSION[permission].filter(
        (other) => preferences.value[other] && !allowed.value[permission],
      );
      const changed = Object.fromEntries(turnedOff.map((other) => [other, false]));
      batch(() => {
        refused.value = null;
        pending.value = { ...pending.value, [name]: isOn };
      });
      if (!isOn || (await granting))
        await storeWithPermission(permission, { ...changed, [name]: isOn });
      else refused.value = permission;
      const { [name]: _, ...others } = pending.value;
      pending.value = others;
    },
  };
}

/** In UTF-16 code units. */
const MAX_NAME_LENGTH = 60;

/** Creates the field *Name*. The field shows the host until a person enters another name. */
function createNameField({ connection, setLabel }: Pick<SettingsTools, 'connection' | 'setLabel'>) {
  const hostOf = ({ baseUrl }: Connection) => connectionName({ baseUrl, label: null });
  return createConnectionField<never>({
    connection,
    storedText: connectionName,
    read: (text) => ({ value: cutText(text.trim(), MAX_NAME_LENGTH).trim() }),
    store: (one, text) => setLabel(one.id, ['', hostOf(one)].includes(text) ? null : text),
  });
}

/** Creates the field *Report link*. The field shows the usual link until a person enters another. */
function createReportLink(
  { connection, setReportLink }: Pick<SettingsTools, 'connection' | 'setReportLink'>,
  preferences: ReadonlySignal<Preferences>,
) {
  const usualOf = ({ baseUrl }: Connection) => defaultReportLink(baseUrl);
  const field = createConnectionField<ReportLinkProblem>({
    connection,
    storedText: (one) => one.reportLink ?? usualOf(one),
    read: readReportLink,
    store: (one, text) => setReportLink(one.id, text === usualOf(one) ? null : text),
  });
  /** The link that an administrator has set. */
  const managedLink = computed(
    () => policyFor(preferences.value.policy, connection.value?.baseUrl).reportLink,
  );
  return {
    ...field,
    /** The link that is used until a person stores another; empty without a connection. */
    usual: computed(() => (connection.value ? usualOf(connection.value) : '')),
    text: computed(() => managedLink.value ?? field.text.value),
    isManaged: computed(() => managedLink.value !== undefined),
  };
}
