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
  it.each<[string, BackupEvent[], object]>([
    [
      'saves',
      [SAVE, { kind: 'progress', done: 2, total: 6 }],
      { name: 'saving', done: 2, total: 6 },
    ],
    [
      'says what was saved',
      [SAVE, { kind: 'saved', counts: COUNTS, unreadable: 0 }],
      { name: 'done', outcome: { kind: 'saved', counts: COUNTS, unreadable: 0 } },
    ],
    [
      'chooses evidence and no settings at first',
      CHECK,
      { name: 'choosing', choice: { settings: false, evidence: true, toAccountInUse: [] } },
    ],
    [
      'chooses no evidence where there is none',
      [
        { kind: 'begin', activity: 'checking' },
        { kind: 'checked', backup: { ...BACKUP, histories: [] } },
      ],
      { name: 'choosing', choice: { evidence: false } },
    ],
    ['restores', RESTORE, { name: 'restoring', done: 0, total: 6, restoresSettings: false }],
    [
      'sums up',
      [...RESTORE, MERGE, MERGE],
      { name: 'restoring', done: 8, restored: { reports: 4 } },
    ],
    [
      'says what was restored',
      [...RESTORE, MERGE, { kind: 'restored' }],
      { name: 'done', outcome: { kind: 'restored', restored: MERGED, hasRestoredSettings: false } },
    ],
    ['goes back from the choice', [...CHECK, { kind: 'cancel' }], { name: 'idle' }],
    [
      'says what was restored before Cancel',
      [...RESTORE, MERGE, { kind: 'cancel' }],
      { name: 'done', outcome: { kind: 'cancelled', activity: 'restoring', restored: MERGED } },
    ],
    [
      'says what was restored before a failure',
      [...RESTORE, MERGE, { kind: 'fail', failure: { code: 'notStored' } }],
      { name: 'failed', activity: 'restoring', failure: { code: 'notStored' }, restored: MERGED },
    ],
    ['begins again after an end', [SAVE, { kind: 'cancel' }, SAVE], { name: 'saving', done: 0 }],
  ])('%s', (_, events, expected) => {
    expect(stateAfter(...events)).toMatchObject(expected);
  });

  it.each<[string, BackupEvent[], BackupEvent]>([
    ['a second press while it saves', [SAVE], { kind: 'begin', activity: 'checking' }],
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
    ['a checked file after Cancel', [SAVE], { kind: 'checked', backup: BACKUP }],
    ['a merge before the press', CHECK, MERGE],
    ['an end before the press', CHECK, { kind: 'restored' }],
    [
      'a press that restores nothing',
      [...CHECK, { kind: 'choose', change: { evidence: false } }],
      { kind: 'restore' },
    ],
    ['Cancel while nothing runs', [], { kind: 'cancel' }],
  ])('ignores %s', (_, events, ignored) => {
    expect(stateAfter(...events, ignored)).toEqual(stateAfter(...events));
  });
});
