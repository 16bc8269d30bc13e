import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { KeyboardCommand } from '@/lib/browser/commands';
import type { OptionalPermission } from '@/lib/browser/permissions';
import type { Connection } from '@/lib/connection/connection';
import {
  defaultReportLink,
  type ReportLinkProblem,
  readReportLink,
} from '@/lib/report/report-link';
import { hasFailed } from '@/lib/result';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';

/** The preferences that need a permission of the browser, by permission. */
export const PREFERENCES_BY_PERMISSION = {
  notifications: ['notifiesOfDone', 'notifiesOfAttention'],
  tabs: ['showsPageRating'],
} as const satisfies Record<OptionalPermission, readonly (keyof Preferences)[]>;
type PreferenceWithPermission = (typeof PREFERENCES_BY_PERMISSION)[OptionalPermission][number];

interface SettingsTools {
  stored: ReadonlySignal<Preferences | undefined>;
  /** Stores a change, and returns all stored preferences. */
  store(change: Partial<Preferences>): Promise<Preferences | undefined>;
  connection: ReadonlySignal<Connection | undefined>;
  setReportLink: BackgroundApi['setReportLink'];
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

/** Creates the field *Report link*. The field shows the usual link until a person enters another. */
function createReportLink(
  { connection, setReportLink }: Pick<SettingsTools, 'connection' | 'setReportLink'>,
  preferences: ReadonlySignal<Preferences>,
) {
  /** The entered text with its connection; null if the field shows the stored link. */
  const typed = signal<{ text: string; connectionId: string } | null>(null);
  const problem = signal<ReportLinkProblem | null>(null);
  /** Whether the entered text is stored or could not be stored; null before storing. */
  const outcome = signal<'saved' | 'unstored' | null>(null);
  const usual = computed(() =>
    connection.value ? defaultReportLink(connection.value.baseUrl) : '',
  );
  /** The text that was entered for the current connection; null for none. */
  const ownText = computed(() =>
    typed.value !== null && typed.value.connectionId === connection.value?.id
      ? typed.value.text
      : null,
  );

  return {
    /** The link that is used until a person stores another; empty without a connection. */
    usual,
    text: computed(
      () =>
        preferences.value.policy?.reportLink ??
        ownText.value ??
        connection.value?.reportLink ??
        usual.value,
    ),
    /** Whether a service is connected: the link is stored with the connection. */
    isEditable: computed(() => connection.value !== undefined),
    /** The problem of the text when the field was left; null for none, and during typing. */
    problem: problem as ReadonlySignal<ReportLinkProblem | null>,
    isSaved: computed(() => outcome.value === 'saved'),
    isUnstored: computed(() => outcome.value === 'unstored'),
    enter(text: string): void {
      const connectionId = connection.value?.id;
      if (connectionId === undefined) return;
      batch(() => {
        typed.value = { text, connectionId };
        problem.value = null;
        if (outcome.value === 'saved') outcome.value = null;
      });
    },
    /** Completes and stores the entered text, or sets its problem. */
    async leave(): Promise<void> {
      const connectionId = connection.value?.id;
      if (ownText.value === null || connectionId === undefined || outcome.value === 'saved') return;
      const read = readReportLink(ownText.value);
      if ('problem' in read) {
        problem.value = read.problem;
        return;
      }
      const completed = { text: read.value, connectionId };
      typed.value = completed;
      const reportLink = read.value === usual.value ? null : read.value;
      const result = await attempt(() => setReportLink(connectionId, reportLink));
      // A person may have entered another text in the meantime.
      if (typed.value !== completed) return;
      outcome.value = hasFailed(result) ? 'unstored' : 'saved';
      if (!hasFailed(result) && reportLink === null) typed.value = null;
    },
  };
}
