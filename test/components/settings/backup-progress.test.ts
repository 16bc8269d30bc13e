import { describe, expect, it } from 'vitest';
import {
  type BackupEvent,
  type BackupState,
  type CheckedBackup,
  nextBackupState,
} from '@/components/settings/backup-progress';
import { NOTHING_RESTORED } from '@/lib/history/merge';
import { SAMPLE_SETTINGS, SAVED_AT, sampleHistory } from '../../support/sample-backup';

const COUNTS = { marks: 1, reports: 2, results: 3 };
const BACKUP: CheckedBackup = {
  file: new Blob([]),
  savedAt: SAVED_AT,
  settings: SAMPLE_SETTINGS,
  histories: [{ history: sampleHistory('a'), counts: COUNTS, storedId: null }],
  counts: COUNTS,
  otherAccount: null,
};
const TWO_HISTORIES: CheckedBackup = {
  ...BACKUP,
  histories: [
    ...BACKUP.histories,
    { history: sampleHistory('b'), counts: { marks: 2, reports: 3, results: 4 }, storedId: null },
  ],
  counts: { marks: 3, reports: 5, results: 7 },
};
const MERGED = { ...NOTHING_RESTORED, reports: 2 };

function stateAfter(...events: BackupEvent[]): BackupState {
  return events.reduce(nextBackupState, { name: 'idle' } as BackupState);
}

const SAVE: BackupEvent = { kind: 'begin', activity: 'saving' };
const CHECK: BackupEvent[] = [
  { kind: 'begin', activity: 'checking' },
  { kind: 'checked', backup: BACKUP },
];
const RESTORE: BackupEvent[] = [...CHECK, { kind: 'restore' }];
const MERGE: BackupEvent = { kind: 'merged', records: 4, restored: MERGED };

describe('nextBackupState', () => {
  it.each<[behaviour: string, events: BackupEvent[], state: object]>([
    [
      'shows the progress of saving',
      [SAVE, { kind: 'progress', done: 2, total: 6 }],
      { name: 'saving', done: 2, total: 6 },
    ],
    [
      'counts the saved records',
      [SAVE, { kind: 'saved', counts: COUNTS, unreadable: 0 }],
      { name: 'done', outcome: { kind: 'saved', counts: COUNTS, unreadable: 0 } },
    ],
    [
      'chooses the histories, but not the settings, by default',
      CHECK,
      { name: 'choosing', choice: { settings: false, histories: [0], toAccountInUse: [] } },
    ],
    [
      'chooses no histories if the backup has none',
      [
        { kind: 'begin', activity: 'checking' },
        { kind: 'checked', backup: { ...BACKUP, histories: [] } },
      ],
      { name: 'choosing', choice: { histories: [] } },
    ],
    [
      'shows the progress of restoring',
      RESTORE,
      { name: 'restoring', done: 0, total: 6, hasRestoredSettings: false },
    ],
    [
      'counts only the records of the chosen histories',
      [
        { kind: 'begin', activity: 'checking' },
        { kind: 'checked', backup: TWO_HISTORIES },
        { kind: 'choose', change: { histories: [1] } },
        { kind: 'restore' },
      ],
      { name: 'restoring', done: 0, total: 9 },
    ],
    [
      'adds up the restored parts',
      [...RESTORE, MERGE, MERGE],
      { name: 'restoring', done: 8, restored: { reports: 4 } },
    ],
    [
      'counts the restored records',
      [...RESTORE, MERGE, { kind: 'restored' }],
      { name: 'done', outcome: { kind: 'restored', restored: MERGED, hasRestoredSettings: false } },
    ],
    [
      'returns to idle when the choice is cancelled',
      [...CHECK, { kind: 'cancel' }],
      { name: 'idle' },
    ],
    [
      'counts the records that were restored before Cancel',
      [...RESTORE, MERGE, { kind: 'cancel' }],
      { name: 'done', outcome: { kind: 'cancelled', activity: 'restoring', restored: MERGED } },
    ],
    [
      'notes that the settings were restored before Cancel',
      [...RESTORE, { kind: 'settingsRestored' }, { kind: 'cancel' }],
      { name: 'done', outcome: { kind: 'cancelled', hasRestoredSettings: true } },
    ],
    [
      'notes that the settings were restored before a failure',
      [...RESTORE, { kind: 'settingsRestored' }, { kind: 'fail', failure: { code: 'notStored' } }],
      { name: 'failed', hasRestoredSettings: true },
    ],
    [
      'counts the records that were restored before a failure',
      [...RESTORE, MERGE, { kind: 'fail', failure: { code: 'notStored' } }],
      { name: 'failed', activity: 'restoring', failure: { code: 'notStored' }, restored: MERGED },
    ],
    [
      'can begin again after the end of an activity',
      [SAVE, { kind: 'cancel' }, SAVE],
      { name: 'saving', done: 0 },
    ],
  ])('%s', (_, events, state) => {
    expect(stateAfter(...events)).toMatchObject(state);
  });

  it.each<[what: string, events: BackupEvent[], ignored: BackupEvent]>([
    ['a second press while a backup is saved', [SAVE], { kind: 'begin', activity: 'checking' }],
    ['a choice that is no longer open', [SAVE], { kind: 'choose', change: { settings: true } }],
    ['progress after the end', [SAVE, { kind: 'cancel' }], { kind: 'progress', done: 1, total: 2 }],
    [
      'an outcome after Cancel',
      [SAVE, { kind: 'cancel' }],
      { kind: 'saved', counts: COUNTS, unreadable: 0 },
    ],
    [
      'a failure after Cancel',
      [SAVE, { kind: 'cancel' }],
      { kind: 'fail', failure: { code: 'notStored' } },
    ],
    ['a checked file while a backup is saved', [SAVE], { kind: 'checked', backup: BACKUP }],
    ['a restored part before Restore is pressed', CHECK, MERGE],
    ['the end of restoring before Restore is pressed', CHECK, { kind: 'restored' }],
    [
      'Restore if nothing is chosen',
      [...CHECK, { kind: 'choose', change: { histories: [] } }],
      { kind: 'restore' },
    ],
    ['Cancel before an activity begins', [], { kind: 'cancel' }],
  ])('ignores %s', (_, events, ignored) => {
    expect(stateAfter(...events, ignored)).toEqual(stateAfter(...events));
  });
});
