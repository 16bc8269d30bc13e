import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Command } from '@/lib/browser/commands';
import type { OptionalPermission } from '@/lib/browser/permissions';
import type { Connection } from '@/lib/connection/connection';
import {
  defaultReportLink,
  type ReportLinkProblem,
  readReportLink,
} from '@/lib/report/report-link';
import { hasFailed } from '@/lib/result';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';

/** The preferences that take a permission of the browser, by that permission. */
export const PERMITTED_PREFERENCES = {
  notifications: ['notifiesOfDone', 'notifiesOfAttention'],
  tabs: ['showsPageRating'],
} as const satisfies Record<OptionalPermission, readonly (keyof Preferences)[]>;
type PermittedPreference = (typeof PERMITTED_PREFERENCES)[OptionalPermission][number];

interface SettingsTools {
  stored: ReadonlySignal<Preferences | undefined>;
  /** Stores a change, and gives what is stored then. */
  store(change: Partial<Preferences>): Promise<Preferences | undefined>;
  connection: ReadonlySignal<Connection | undefined>;
  setReportLink: BackgroundApi['setReportLink'];
  requestPermission(permission: OptionalPermission): Promise<boolean>;
  hasPermission(permission: OptionalPermission): Promise<boolean>;
  removePermission(permission: OptionalPermission): Promise<void>;
  listCommands(): Promise<readonly Command[]>;
  /** Called after a change of a preference that takes a permission. */
  onPermittedChange(): void;
}

/** What a person sets in the options, beside the connection. */
export type Settings = ReturnType<typeof createSettings>;

/** Makes it of what is stored. What the browser allows and has is known after the first `refresh`. */
export function createSettings(tools: SettingsTools) {
  const preferences = computed(() => tools.stored.value ?? INITIAL_PREFERENCES);
  const unstored = signal<readonly (keyof Preferences)[]>([]);
  const allowed = signal({ notifications: false, tabs: false });
  const refused = signal<OptionalPermission | null>(null);
  const commands = signal<readonly Command[]>([]);
  /** What presses that have not ended ask for. */
  const pressed = signal<Partial<Record<PermittedPreference, boolean>>>({});

  /** Stores a change, and gives what is stored then; null where that fails. */
  async function change(changed: Partial<Preferences>): Promise<Preferences | null> {
    const stored = (await tools.store(changed).catch(() => null)) ?? null;
    const others = unstored.value.filter((name) => !(name in changed));
    const names = Object.keys(changed) as (keyof Preferences)[];
    unstored.value = stored ? others : [...others, ...names];
    return stored;
  }

  /** Asks the browser anew for what it allows and for its shortcuts: it does not tell of each change. */
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

  async function storePermitted(
    permission: OptionalPermission,
    changed: Partial<Preferences>,
  ): Promise<void> {
    const stored = (await change(changed)) ?? preferences.value;
    const isNeeded = PERMITTED_PREFERENCES[permission].some((name) => stored[name]);
    if (!isNeeded) await tools.removePermission(permission).catch(() => {});
    await refresh();
    tools.onPermittedChange();
  }

  return {
    preferences,
    /** Those whose last change could not be stored, so that it is not in force. */
    unstored: unstored as ReadonlySignal<readonly (keyof Preferences)[]>,
    change,
    refresh,
    reportLink: createReportLink(tools, preferences),
    /** None where the browser has no such thing. */
    commands: commands as ReadonlySignal<readonly Command[]>,
    /** What the browser did not allow when it was last asked; null after any other press. */
    refused: refused as ReadonlySignal<OptionalPermission | null>,
    /** Whether it is chosen and allowed by the browser, or just pressed. */
    isChosen: (permission: OptionalPermission, name: PermittedPreference): boolean =>
      pressed.value[name] ?? (preferences.value[name] && allowed.value[permission]),
    /** Call it in the handler of a press: where it turns something on, it asks the person. */
    async choose(
      permission: OptionalPermission,
      name: PermittedPreference,
      isOn: boolean,
    ): Promise<void> {
      // First, or the press no longer counts as the person's.
      const granting = isOn && tools.requestPermission(permission).catch(() => false);
      // What the browser has turned off does not come back with another.
      const turnedOff = PERMITTED_PREFERENCES[permission].filter(
        (other) => preferences.value[other] && !allowed.value[permission],
      );
      const changed = Object.fromEntries(turnedOff.map((other) => [other, false]));
      batch(() => {
        refused.value = null;
        pressed.value = { ...pressed.value, [name]: isOn };
      });
      if (!isOn || (await granting)) await storePermitted(permission, { ...changed, [name]: isOn });
      else refused.value = permission;
      const { [name]: _, ...others } = pressed.value;
      pressed.value = others;
    },
  };
}

/** The field for the address of a report's own page: it shows the usual one until another is typed. */
function createReportLink(
  { connection, setReportLink }: Pick<SettingsTools, 'connection' | 'setReportLink'>,
  preferences: ReadonlySignal<Preferences>,
) {
  /** What was typed last, and for which connection; null for what is stored. */
  const typed = signal<{ text: string; connectionId: string } | null>(null);
  const problem = signal<ReportLinkProblem | null>(null);
  /** Whether the text that was typed last is stored, or could not be stored. */
  const outcome = signal<'saved' | 'unstored' | null>(null);
  const usual = computed(() =>
    connection.value ? defaultReportLink(connection.value.baseUrl) : '',
  );
  const typedNow = computed(() =>
    typed.value !== null && typed.value.connectionId === connection.value?.id
      ? typed.value.text
      : null,
  );

  return {
    /** The address of reports until another is stored; empty without a connection. */
    usual,
    text: computed(
      () =>
        preferences.value.policy?.reportLink ??
        typedNow.value ??
        connection.value?.reportLink ??
        usual.value,
    ),
    /** Whether there is a connection to store the text with. */
    isEditable: computed(() => connection.value !== undefined),
    /** What is wrong with the text; null while it is typed. */
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
    /** Stores what was typed, written out, unless there is a problem with it. */
    async leave(): Promise<void> {
      const connectionId = connection.value?.id;
      if (typedNow.value === null || connectionId === undefined || outcome.value === 'saved')
        return;
      const read = readReportLink(typedNow.value);
      if ('problem' in read) {
        problem.value = read.problem;
        return;
      }
      const sent = { text: read.value, connectionId };
      typed.value = sent;
      const reportLink = read.value === usual.value ? null : read.value;
      const result = await attempt(() => setReportLink(connectionId, reportLink));
      // Something else may be typed by now.
      if (typed.value !== sent) return;
      outcome.value = hasFailed(result) ? 'unstored' : 'saved';
      if (!hasFailed(result) && reportLink === null) typed.value = null;
    },
  };
}
