import type { Failure } from '@/lib/failure';
import type {
  BackupHistory,
  BackupProblem,
  BackupSettings,
  RecordCounts,
} from '@/lib/history/backup-format';
import { NOTHING_RESTORED, type Restored, sumOfRestored } from '@/lib/history/merge';

/** A history in a checked backup. */
export interface CheckedHistory {
  history: BackupHistory;
  counts: RecordCounts;
  /** The id of this browser's history of the same account; null if there is none. */
  storedId: string | null;
}

/** A backup file that was read completely. */
export interface CheckedBackup {
  file: Blob;
  /** ISO 8601. */
  savedAt: string;
  /** Null if the backup has no settings. */
  settings: BackupSettings | null;
  histories: readonly CheckedHistory[];
  counts: RecordCounts;
  /**
   * The connection in use, for which the form asks where each history goes. Null if the backup has a
   * history of its account, or if no service is connected.
   */
  otherAccount: { connectionId: string; name: string } | null;
}

/** What a person wants to restore. */
export interface RestoreChoice {
  settings: boolean;
  /** The indexes of the histories whose reports, past results and marks are restored. */
  histories: readonly number[];
  /** The indexes of the histories whose past results and marks go to the account in use. */
  toAccountInUse: readonly number[];
}

/** Why a backup was not saved or restored. */
export type BackupFailure = BackupProblem | Failure;

type Activity = 'saving' | 'checking' | 'restoring';

/** What a restore has changed until now. Other activities change nothing. */
interface Restoration {
  restored: Restored;
  hasRestoredSettings: boolean;
}

const NO_RESTORATION: Restoration = { restored: NOTHING_RESTORED, hasRestoredSettings: false };

/** The state of the region *Backup*. */
export type BackupState =
  | { name: 'idle' }
  /** `total`: the number of records. */
  | { name: 'saving'; done: number; total: number }
  /** `total`: the size of the file in bytes. */
  | { name: 'checking'; done: number; total: number }
  | { name: 'choosing'; backup: CheckedBackup; choice: RestoreChoice }
  | ({ name: 'restoring'; done: number; total: number } & Restoration)
  | { name: 'done'; outcome: BackupOutcome }
  | ({ name: 'failed'; activity: Activity; failure: BackupFailure } & Restoration);

export type BackupOutcome =
  /** `unreadable`: the number of stored records that the backup leaves out. */
  | { kind: 'saved'; counts: RecordCounts; unreadable: number }
  | ({ kind: 'restored' } & Restoration)
  | ({ kind: 'cancelled'; activity: Activity } & Restoration);

export type BackupEvent =
  | { kind: 'begin'; activity: 'saving' | 'checking' }
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'saved'; counts: RecordCounts; unreadable: number }
  | { kind: 'checked'; backup: CheckedBackup }
  | { kind: 'choose'; change: Partial<RestoreChoice> }
  | { kind: 'restore' }
  | { kind: 'settingsRestored' }
  | { kind: 'merged'; records: number; restored: Restored }
  | { kind: 'restored' }
  | { kind: 'cancel' }
  | { kind: 'fail'; failure: BackupFailure };

/** Returns the next state. Ignores an event that is impossible in the current state. */
export function nextBackupState(state: BackupState, event: BackupEvent): BackupState {
  switch (event.kind) {
    case 'begin':
      if (isBusy(state)) return state;
      return { name: event.activity, done: 0, total: 0 };
    case 'progress':
      if (state.name !== 'saving' && state.name !== 'checking') return state;
      return { ...state, done: event.done, total: event.total };
    case 'saved': {
      if (state.name !== 'saving') return state;
      const { counts, unreadable } = event;
      return { name: 'done', outcome: { kind: 'saved', counts, unreadable } };
    }
    case 'checked':
      if (state.name !== 'checking') return state;
      return { name: 'choosing', backup: event.backup, choice: firstChoice(event.backup) };
    case 'choose':
      if (state.name !== 'choosing') return state;
      return { ...state, choice: { ...state.choice, ...event.change } };
    case 'restore': {
      if (state.name !== 'choosing' || !canRestore(state.choice)) return state;
      const { backup, choice } = state;
      const chosenHistories = backup.histories.filter((_, index) =>
        choice.histories.includes(index),
      );
      const total = chosenHistories.reduce((sum, { counts }) => sum + recordsIn(counts), 0);
      return { name: 'restoring', done: 0, total, ...NO_RESTORATION };
    }
    case 'settingsRestored':
      if (state.name !== 'restoring') return state;
      return { ...state, hasRestoredSettings: true };
    case 'merged':
      if (state.name !== 'restoring') return state;
      return {
        ...state,
        done: state.done + event.records,
        restored: sumOfRestored(state.restored, event.restored),
      };
    case 'restored':
      if (state.name !== 'restoring') return state;
      return { name: 'done', outcome: { kind: 'restored', ...restorationIn(state) } };
    case 'cancel':
      if (state.name === 'choosing') return { name: 'idle' };
      if (!isBusy(state)) return state;
      return {
        name: 'done',
        outcome: { kind: 'cancelled', activity: state.name, ...restorationIn(state) },
      };
    case 'fail':
      if (!isBusy(state)) return state;
      return {
        name: 'failed',
        activity: state.name,
        failure: event.failure,
        ...restorationIn(state),
      };
  }
}

/** Whether a backup is being saved, checked or restored. */
export function isBusy(state: BackupState): state is Extract<BackupState, { name: Activity }> {
  return state.name === 'saving' || state.name === 'checking' || state.name === 'restoring';
}

/** Whether a person has chosen something to restore. */
export function canRestore({ settings, histories }: RestoreChoice): boolean {
  return settings || histories.length > 0;
}

export function recordsIn({ marks, reports, results }: RecordCounts): number {
  return marks + reports + results;
}

/** Selects everything except the settings, which would replace this browser's settings. */
function firstChoice({ histories }: CheckedBackup): RestoreChoice {
  return { settings: false, histories: [...histories.keys()], toAccountInUse: [] };
}

function restorationIn(state: BackupState): Restoration {
  if (state.name !== 'restoring') return NO_RESTORATION;
  const { restored, hasRestoredSettings } = state;
  return { restored, hasRestoredSettings };
}
