import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { attempt, attemptWithRetries } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { isSameAccount } from '@/lib/connection/account-identity';
import type { Connection } from '@/lib/connection/connection';
import { type ConnectionRegister, findConnectionInUse } from '@/lib/connection/connection-register';
import type { Failure } from '@/lib/failure';
import { readBackup, writeBackup } from '@/lib/history/backup-file';
import {
  type BackupConnection,
  BackupError,
  type BackupHistory,
  type BackupRecord,
  type BackupSettings,
  MAX_RECORDS_IN_PART,
  NO_RECORDS,
  withRecords,
} from '@/lib/history/backup-format';
import { type BackupPosition, FIRST_POSITION } from '@/lib/history/backup-position';
import type { BackupTimes } from '@/lib/history/backup-times';
import type { StoredHistory } from '@/lib/history/histories';
import { forOtherAccount, historyOfSameAccount } from '@/lib/history/merge';
import { readReportLink } from '@/lib/report/report-link';
import { hasFailed, type Result } from '@/lib/result';
import type { Agency } from '@/lib/settings/agency';
import type { Preferences } from '@/lib/settings/preferences';
import { StorageReadError } from '@/lib/storage/stored-values';
import {
  type BackupEvent,
  type BackupFailure,
  type BackupState,
  type CheckedBackup,
  type CheckedHistory,
  isBusy,
  nextBackupState,
  type RestoreChoice,
  recordsIn,
} from './backup-progress';

interface BackupTools {
  background: Pick<
    BackgroundApi,
    | 'listHistories'
    | 'listDetachedHistories'
    | 'deleteHistory'
    | 'readBackupPart'
    | 'restoreBackupPart'
    | 'setReportLink'
    | 'setLabel'
  >;
  register: ReadonlySignal<ConnectionRegister | undefined>;
  /** A change of this signal refreshes the lists of histories. */
  refreshOn: ReadonlySignal<unknown>;
  /** Undefined until the worker first stores the times. */
  times: ReadonlySignal<BackupTimes | undefined>;
  /** Returns the preferences without the policy. */
  readPreferences(): Promise<Omit<Preferences, 'policy'>>;
  storePreferences(preferences: BackupSettings['preferences']): Promise<unknown>;
  /** Returns the person's choices; undefined without a choice. */
  readAgency(): Promise<Agency | undefined>;
  /** Checks and stores the agency of a backup. */
  restoreAgency(agency: Agency): Promise<void>;
  /** Stores the time of a backup. */
  storeBackupTime(savedAt: string): Promise<void>;
  saveFile(file: Blob, savedAt: string): void;
  /** Called with the first connection of restored settings if no service is connected. */
  onRestoredConnection(connection: BackupConnection): void;
  newId(): string;
  /** ISO 8601. */
  now(): string;
}

/** The deletion of a detached history, from the question to its end. */
export interface HistoryDeletion {
  history: StoredHistory;
  isRunning: boolean;
  failure: Failure | null;
}

/** The state of the region *Backup*, with the histories that belong to no connection. */
export interface Backup {
  state: ReadonlySignal<BackupState>;
  /** Null if the browser has no databases; undefined until known. */
  histories: ReadonlySignal<readonly StoredHistory[] | null | undefined>;
  detached: ReadonlySignal<readonly StoredHistory[]>;
  /** The time of the last backup, ISO 8601; null for none. */
  lastAt: ReadonlySignal<string | null>;
  /** Null if no question about a deletion is open. */
  deletion: ReadonlySignal<HistoryDeletion | null>;
  /** Reads the lists of histories again. */
  refresh(): Promise<void>;
  save(): Promise<void>;
  /** Reads a file completely. Restores nothing. */
  check(file: Blob): Promise<void>;
  choose(change: Partial<RestoreChoice>): void;
  /** Restores what a person has chosen. */
  restore(): Promise<void>;
  cancel(): void;
  /** Asks a person to confirm the deletion of a detached history. */
  askDeletion(history: StoredHistory): void;
  cancelDeletion(): void;
  deleteHistory(): Promise<void>;
}

export function createBackup(tools: BackupTools): Backup {
  const { background, register } = tools;
  const state = signal<BackupState>({ name: 'idle' });
  const histories = signal<readonly StoredHistory[] | null | undefined>(undefined);
  const detached = signal<readonly StoredHistory[]>([]);
  const deletion = signal<HistoryDeletion | null>(null);
  let running = new AbortController();

  function dispatch(event: BackupEvent): void {
    state.value = nextBackupState(state.value, event);
  }

  async function refresh(): Promise<void> {
    const [all, others] = await Promise.all([
      attempt(background.listHistories),
      attempt(background.listDetachedHistories),
    ]);
    if (!hasFailed(all)) histories.value = all.value;
    if (!hasFailed(others)) detached.value = others.value;
  }

  // Another window may also connect or disconnect.
  effect(() => {
    void register.value;
    void tools.refreshOn.value;
    void refresh();
  });

  /** Runs an activity until it ends, fails or is cancelled. */
  async function run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    running = new AbortController();
    const { signal: cancelled } = running;
    try {
      await work(cancelled);
    } catch (error) {
      // After *Cancel*, the call in flight may still fail.
      const isCancelled = cancelled.aborted && error === cancelled.reason;
      dispatch(isCancelled ? { kind: 'cancel' } : { kind: 'fail', failure: failureOf(error) });
    }
  }

  async function save(): Promise<void> {
    if (isBusy(state.value)) return;
    dispatch({ kind: 'begin', activity: 'saving' });
    await run(async (cancelled) => {
      const stored = successOf(await attemptWithRetries(background.listHistories)) ?? [];
      cancelled.throwIfAborted();
      const total = stored.reduce((sum, one) => sum + recordsIn(one), 0);
      dispatch({ kind: 'progress', done: 0, total });
      const savedAt = tools.now();
      const written = await writeBackup(
        {
          savedAt,
          settings: await currentSettings(),
          histories: stored.map(({ connectionId, identity }) => ({ connectionId, identity })),
          readRecords,
        },
        cancelled,
        (done) => dispatch({ kind: 'progress', done, total }),
      );
      cancelled.throwIfAborted();
      tools.saveFile(written.file, savedAt);
      const { counts, unreadable } = written;
      dispatch({ kind: 'saved', counts, unreadable });
      // Without the time, the next reminder comes too early.
      await tools.storeBackupTime(savedAt).catch(() => {});
    });
  }

  async function currentSettings(): Promise<BackupSettings> {
    const { connections } = register.value ?? { connections: [] };
    const agency = await tools.readAgency();
    return {
      preferences: await tools.readPreferences(),
      ...(agency !== undefined && { agency }),
      connections: connections.map(
        ({ baseUrl, account, label, reportLink, headerNames = [] }): BackupConnection => ({
          baseUrl,
          account,
          label,
          reportLink,
          headerNames,
        }),
      ),
    };
  }

  async function* readRecords({ connectionId }: BackupHistory): AsyncGenerator<BackupRecord[]> {
    let position: BackupPosition | null = FIRST_POSITION;
    while (position !== null) {
      const from: BackupPosition = position;
      const part = successOf(
        await attemptWithRetries(() => background.readBackupPart(connectionId, from)),
      );
      yield part.records;
      position = part.next;
    }
  }

  async function check(file: Blob): Promise<void> {
    if (isBusy(state.value)) return;
    dispatch({ kind: 'begin', activity: 'checking' });
    await run(async (cancelled) => {
      const stored = successOf(await attemptWithRetries(background.listHistories));
      const backup = await checkedBackup(file, stored ?? [], cancelled);
      cancelled.throwIfAborted();
      dispatch({ kind: 'checked', backup });
    });
  }

  async function checkedBackup(
    file: Blob,
    stored: readonly StoredHistory[],
    cancelled: AbortSignal,
  ): Promise<CheckedBackup> {
    let savedAt = '';
    let settings: BackupSettings | null = null;
    const found: CheckedHistory[] = [];
    let counts = NO_RECORDS;
    const lines = readBackup(file, cancelled, (done) =>
      dispatch({ kind: 'progress', done, total: file.size }),
    );
    for await (const line of lines) {
      const last = found.at(-1);
      if (line.kind === 'header') savedAt = line.savedAt;
      else if (line.kind === 'settings') settings = line.settings;
      else if (line.kind === 'end') counts = line.counts;
      else if (line.kind === 'history') {
        const storedId = historyOfSameAccount(line.history, stored)?.connectionId ?? null;
        found.push({ history: line.history, counts: NO_RECORDS, storedId });
      } else if (last !== undefined) last.counts = withRecords(last.counts, [line.record]);
    }
    const inUse = findConnectionInUse(register.value);
    const hasAccountInUse = found.some(({ storedId }) => storedId === inUse?.id);
    const otherAccount =
      inUse === undefined || hasAccountInUse || found.length === 0
        ? null
        : { connectionId: inUse.id, name: nameOf(inUse) };
    return { file, savedAt, settings, histories: found, counts, otherAccount };
  }

  async function restore(): Promise<void> {
    const chosen = state.value;
    dispatch({ kind: 'restore' });
    if (chosen.name !== 'choosing' || state.value.name !== 'restoring') return;
    const { backup, choice } = chosen;
    await run(async (cancelled) => {
      if (choice.settings && backup.settings) {
        await restoreSettings(backup.settings);
        dispatch({ kind: 'settingsRestored' });
      }
      if (choice.histories.length > 0) await restoreHistories(backup, choice, cancelled);
      dispatch({ kind: 'restored' });
    });
    await refresh();
  }

  async function restoreSettings(settings: BackupSettings): Promise<void> {
    const { preferences, agency, connections } = settings;
    try {
      await tools.storePreferences(preferences);
      if (agency !== undefined) await tools.restoreAgency(agency);
    } catch {
      throw new FailureError({ code: 'notStored' });
    }
    const registered = register.value?.connections ?? [];
    for (const connection of connections) {
      for (const { id } of registered.filter((one) => isSameConnection(one, connection))) {
        await restoreConnection(id, connection);
      }
    }
    const [first] = connections;
    if (first !== undefined && registered.length === 0) tools.onRestoredConnection(first);
  }

  async function restoreConnection(id: string, restored: BackupConnection): Promise<void> {
    successOf(await attemptWithRetries(() => background.setLabel(id, restored.label || null)));
    const reportLink = validReportLink(restored.reportLink);
    if (reportLink === undefined) return;
    successOf(await attemptWithRetries(() => background.setReportLink(id, reportLink)));
  }

  async function restoreHistories(
    backup: CheckedBackup,
    choice: RestoreChoice,
    cancelled: AbortSignal,
  ): Promise<void> {
    const targets = await targetsOf(backup, choice);
    let historyIndex = -1;
    let unsent: BackupRecord[] = [];

    /** The target of the current history; undefined if a person has not chosen the history. */
    function currentTarget(): RestoreTarget | undefined {
      return choice.histories.includes(historyIndex) ? targets[historyIndex] : undefined;
    }

    async function send(): Promise<void> {
      const target = currentTarget();
      if (target === undefined) return;
      const records = target.isOtherAccount ? unsent.flatMap(forOtherAccount) : unsent;
      const restored = successOf(
        await attemptWithRetries(() => background.restoreBackupPart(target.history, records)),
      );
      dispatch({ kind: 'merged', records: unsent.length, restored });
      unsent = [];
      cancelled.throwIfAborted();
    }

    for await (const line of readBackup(backup.file, cancelled, () => {})) {
      if (line.kind === 'history' || line.kind === 'end') await send();
      if (line.kind === 'history') historyIndex += 1;
      if (line.kind !== 'record' || currentTarget() === undefined) continue;
      unsent.push(line.record);
      if (unsent.length === MAX_RECORDS_IN_PART) await send();
    }
  }

  /** Returns the history of this browser that receives the records, for each history of a backup. */
  async function targetsOf(
    { histories: fromBackup, otherAccount }: CheckedBackup,
    { toAccountInUse }: RestoreChoice,
  ): Promise<RestoreTarget[]> {
    const stored = successOf(await attemptWithRetries(background.listHistories)) ?? [];
    return fromBackup.map(({ history, storedId }, index) => {
      const { connectionId, identity } = history;
      if (otherAccount !== null && toAccountInUse.includes(index)) {
        const target = { connectionId: otherAccount.connectionId, identity: null };
        return { history: target, isOtherAccount: true };
      }
      const isUnused = stored.every((one) => one.connectionId !== connectionId);
      const targetId = storedId ?? (isUnused ? connectionId : tools.newId());
      return { history: { connectionId: targetId, identity }, isOtherAccount: false };
    });
  }

  return {
    state,
    histories,
    detached,
    lastAt: computed(() => tools.times.value?.lastAt ?? null),
    deletion,
    refresh,
    save,
    check,
    choose: (change) => dispatch({ kind: 'choose', change }),
    restore,
    cancel() {
      // The activity ends after its call in flight, so that the outcome of the call is counted.
      if (isBusy(state.value)) running.abort();
      else dispatch({ kind: 'cancel' });
    },
    askDeletion(history) {
      deletion.value = { history, isRunning: false, failure: null };
    },
    cancelDeletion() {
      deletion.value = null;
    },
    async deleteHistory() {
      const pending = deletion.value;
      if (pending === null || pending.isRunning) return;
      deletion.value = { ...pending, isRunning: true, failure: null };
      const result = await attempt(() => background.deleteHistory(pending.history.connectionId));
      const failure = hasFailed(result) ? result.failure : null;
      deletion.value = failure === null ? null : { ...pending, failure };
      await refresh();
    },
  };
}

/** The history of this browser that receives the records of a history in a backup. */
interface RestoreTarget {
  history: BackupHistory;
  isOtherAccount: boolean;
}

/** Ends an activity after a failed call. */
class FailureError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.code);
  }
}

/** @throws FailureError */
function successOf<T>(result: Result<T>): T {
  if (hasFailed(result)) throw new FailureError(result.failure);
  return result.value;
}

function failureOf(error: unknown): BackupFailure {
  if (error instanceof BackupError) return error.problem;
  if (error instanceof FailureError) return error.failure;
  return { code: error instanceof StorageReadError ? 'storeUnreadable' : 'unexpected' };
}

function nameOf({ label, account, baseUrl }: Connection): string {
  return label ?? account?.email ?? account?.id ?? baseUrl;
}

function isSameConnection(registered: Connection, restored: BackupConnection): boolean {
  if (registered.baseUrl !== restored.baseUrl) return false;
  if (registered.account === null || restored.account === null) return true;
  return isSameAccount(registered.account, restored.account);
}

/** Returns undefined for a link that the field *Report link* would refuse. */
function validReportLink(link: string | null): string | null | undefined {
  if (link === null) return null;
  const read = readReportLink(link);
  return 'value' in read ? read.value : undefined;
}
