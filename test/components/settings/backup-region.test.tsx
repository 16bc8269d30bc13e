import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackupState, CheckedBackup } from '@/components/settings/backup-progress';
import { BackupRegion } from '@/components/settings/backup-region';
import type { StoredHistory } from '@/lib/history/histories';
import { NOTHING_RESTORED } from '@/lib/history/merge';
import { fakeBackup } from '../../support/fake-backup';
import { SAMPLE_SETTINGS, SAVED_AT, sampleHistory } from '../../support/sample-backup';
import { all, draw, one, press, says, saysNoMore, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

const COUNTS = { reports: 980, results: 1560, marks: 12 };
const UNUSED_HISTORY: StoredHistory = { ...sampleHistory('ada'), ...COUNTS, bytes: 4_200_000 };
const BACKUP: CheckedBackup = {
  file: new Blob([]),
  savedAt: SAVED_AT,
  settings: SAMPLE_SETTINGS,
  histories: [{ history: sampleHistory('ada'), counts: COUNTS, storedId: null }],
  counts: COUNTS,
  otherAccount: null,
};
const TWO_HISTORIES: CheckedBackup = {
  ...BACKUP,
  histories: [
    ...BACKUP.histories,
    {
      history: {
        connectionId: 'grace',
        identity: {
          baseUrl: 'https://other.example',
          account: { id: '8', email: 'grace@example.com' },
          label: null,
          usedAt: SAVED_AT,
        },
      },
      counts: { reports: 3, results: 0, marks: 0 },
      storedId: null,
    },
  ],
};
const INITIAL_CHOICE = { settings: false, histories: [0], toAccountInUse: [] };

function drawRegion(...args: Parameters<typeof fakeBackup>) {
  const backup = fakeBackup(...args);
  draw(<BackupRegion backup={backup} />);
  return backup;
}

describe('the region Backup', () => {
  it('says what a backup contains, and when the last backup was saved', async () => {
    const { lastAt } = drawRegion();
    await one('region', 'Backup');
    await says('It holds no API key, header value or password.');
    await says('Last backup: never');
    lastAt.value = SAVED_AT;
    await says(/Last backup: Nov 29, 2026, 6:40\sPM/);
  });

  it('says why a backup contains only settings if the browser has no databases', async () => {
    drawRegion({ name: 'idle' }, { histories: null });
    await says(
      'This browser never remembers history and stores no past results, so a backup holds only settings.',
    );
  });

  it('saves a backup', async () => {
    const { save } = drawRegion();
    await press('Save a backup');
    expect(save).toHaveBeenCalledOnce();
  });

  it('checks a chosen file, even if the same file is chosen twice', async () => {
    const { check } = drawRegion();
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    const click = vi.spyOn(input, 'click').mockImplementation(() => {});
    await press('Restore…');
    expect(click).toHaveBeenCalledOnce();
    const file = new File(['a'], 'backup.jsonl.gz');
    for (const count of [1, 2]) {
      Object.defineProperty(input, 'files', { value: [file], configurable: true });
      input.dispatchEvent(new Event('change', { bubbles: true }));
      expect(check).toHaveBeenCalledTimes(count);
    }
    expect(check).toHaveBeenLastCalledWith(file);
  });
});

describe('the region Backup during an activity', () => {
  const restored = NOTHING_RESTORED;

  it.each<[state: BackupState, text: string]>([
    [{ name: 'saving', done: 1200, total: 24_000 }, 'Saving 1,200 of 24,000 records'],
    [{ name: 'checking', done: 5, total: 10 }, 'Checking the file…'],
    [
      { name: 'restoring', done: 400, total: 900, restored, hasRestoredSettings: false },
      'Restoring 400 of 900 records',
    ],
  ])('shows the progress, and can be cancelled: %o', async (state, text) => {
    const { cancel } = drawRegion(state);
    await says(text);
    expect((await one('region', 'Backup')).getAttribute('aria-busy')).toBe('true');
    await press('Cancel');
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('ignores Save a backup and Restore', async () => {
    drawRegion({ name: 'saving', done: 0, total: 1 });
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    const click = vi.spyOn(input, 'click');
    expect((await one('button', 'Save a backup')).getAttribute('aria-disabled')).toBe('true');
    await press('Restore…');
    expect(click).not.toHaveBeenCalled();
  });
});

describe('the region Backup after an activity', () => {
  const RESTORED = { reports: 1, results: 2, marks: 1, refusedMarks: 0 };
  const FILE_FAILURE = {
    name: 'failed',
    activity: 'checking',
    restored: NOTHING_RESTORED,
    hasRestoredSettings: false,
  } as const;

  it.each<[state: BackupState, text: string]>([
    [
      { name: 'done', outcome: { kind: 'saved', counts: COUNTS, unreadable: 0 } },
      'Backup saved: 980 reports, 1,560 past results, and 12 tickets, stars and intended problems',
    ],
    [
      {
        name: 'done',
        outcome: { kind: 'saved', counts: { marks: 0, reports: 0, results: 0 }, unreadable: 0 },
      },
      'Backup saved. It holds only settings.',
    ],
    [
      { name: 'done', outcome: { kind: 'saved', counts: COUNTS, unreadable: 2 } },
      "2 records can't be read and are not in the backup.",
    ],
    [
      {
        name: 'done',
        outcome: { kind: 'restored', restored: RESTORED, hasRestoredSettings: true },
      },
      'Settings restored. Restored: 1 report, 2 past results, and 1 ticket, star or intended problem.',
    ],
    [
      {
        name: 'done',
        outcome: { kind: 'restored', restored: NOTHING_RESTORED, hasRestoredSettings: false },
      },
      'All reports, results, tickets, stars and intended problems in this backup are already here.',
    ],
    [
      {
        name: 'done',
        outcome: {
          kind: 'restored',
          restored: { ...NOTHING_RESTORED, refusedMarks: 3 },
          hasRestoredSettings: false,
        },
      },
      "3 tickets, stars and intended problems weren't restored, because the limit is reached.",
    ],
    [
      {
        name: 'done',
        outcome: {
          kind: 'cancelled',
          activity: 'saving',
          restored: NOTHING_RESTORED,
          hasRestoredSettings: false,
        },
      },
      'Cancelled. Nothing was saved or changed.',
    ],
    [
      {
        name: 'done',
        outcome: {
          kind: 'cancelled',
          activity: 'restoring',
          restored: RESTORED,
          hasRestoredSettings: true,
        },
      },
      'Cancelled. Records that were already restored stay in this browser. Settings restored. Restored: 1 report, 2 past results, and 1 ticket, star or intended problem.',
    ],
    [
      { ...FILE_FAILURE, failure: { code: 'notBackup' } },
      "This file isn't a backup of this extension. Nothing was changed.",
    ],
    [
      { ...FILE_FAILURE, failure: { code: 'unknownVersion' } },
      'A newer version of this extension saved this backup.',
    ],
    [
      { ...FILE_FAILURE, failure: { code: 'brokenLine', line: 1_700 } },
      'Line 1,700 of this backup is broken. Nothing was changed.',
    ],
    [
      { ...FILE_FAILURE, failure: { code: 'truncated' } },
      'This backup is incomplete or damaged. Nothing was changed.',
    ],
    [{ ...FILE_FAILURE, failure: { code: 'unreadable' } }, "The browser can't read this file."],
    [{ ...FILE_FAILURE, failure: { code: 'unexpected' } }, 'an error in the extension. Try again.'],
    [
      {
        name: 'failed',
        activity: 'restoring',
        failure: { code: 'notStored' },
        restored: RESTORED,
        hasRestoredSettings: false,
      },
      'Records that were already restored stay in this browser. Restored: 1 report, 2 past results, and 1 ticket, star or intended problem.',
    ],
  ])('describes the outcome %o', async (state, text) => {
    drawRegion(state);
    const line = await one(state.name === 'failed' ? 'alert' : 'status');
    expect(line.textContent).toContain(text);
  });

  it('names no restored records if a restore fails before the first record', async () => {
    const failure = { code: 'truncated' } as const;
    drawRegion({
      name: 'failed',
      activity: 'restoring',
      failure,
      restored: NOTHING_RESTORED,
      hasRestoredSettings: false,
    });
    expect((await one('alert')).textContent).not.toContain('already restored');
  });
});

describe('a checked backup', () => {
  it('shows its date, accounts and numbers', async () => {
    drawRegion({ name: 'choosing', backup: BACKUP, choice: INITIAL_CHOICE });
    await says(/Backup from Nov 29, 2026/);
    await says('Ada at reports.example.com');
    await says('980 reports, 1,560 past results, and 12 tickets, stars and intended problems');
    expect(all('button', 'Save a backup')).toEqual([]);
  });

  it('lets a person choose settings, history or both', async () => {
    const { choose, state, restore, cancel } = drawRegion({
      name: 'choosing',
      backup: BACKUP,
      choice: INITIAL_CHOICE,
    });
    await press('Settings', 'checkbox');
    expect(choose).toHaveBeenLastCalledWith({ settings: true });
    await press('Reports, past results, tickets, stars and intended problems', 'checkbox');
    expect(choose).toHaveBeenLastCalledWith({ histories: [] });
    await press('Restore');
    expect(restore).toHaveBeenCalledOnce();
    state.value = {
      name: 'choosing',
      backup: BACKUP,
      choice: { ...INITIAL_CHOICE, histories: [] },
    };
    await waitUntil(async () =>
      expect((await one('button', 'Restore')).getAttribute('aria-disabled')).toBe('true'),
    );
    await press('Cancel');
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('asks for each of several histories, with its account and numbers', async () => {
    const choice = { ...INITIAL_CHOICE, histories: [0, 1] };
    const { choose, state } = drawRegion({ name: 'choosing', backup: TWO_HISTORIES, choice });
    await one('group', 'Reports, past results, tickets, stars and intended problems');
    const [, grace] = all('listitem');
    expect(grace?.textContent).toBe('grace@example.com at other.example3 reports');
    await press('Ada at reports.example.com', 'checkbox');
    expect(choose).toHaveBeenLastCalledWith({ histories: [1] });
    state.value = { name: 'choosing', backup: TWO_HISTORIES, choice: INITIAL_CHOICE };
    await press('grace@example.com at other.example', 'checkbox');
    expect(choose).toHaveBeenLastCalledWith({ histories: [0, 1] });
  });

  it('asks for the target of chosen histories only', async () => {
    const backup = { ...TWO_HISTORIES, otherAccount: { connectionId: 'c', name: 'Carl' } };
    const choice = { ...INITIAL_CHOICE, histories: [1] };
    drawRegion({ name: 'choosing', backup, choice });
    await says('grace@example.com at other.example: This history belongs to another account');
    expect(all('radio')).toHaveLength(2);
  });

  it('offers no checkbox for a part that the backup does not contain', async () => {
    drawRegion({ name: 'choosing', backup: { ...BACKUP, settings: null }, choice: INITIAL_CHOICE });
    await one('checkbox', 'Reports, past results, tickets, stars and intended problems');
    expect(all('checkbox', 'Settings')).toEqual([]);
    expect(all('radio')).toEqual([]);
  });

  it('lets a person choose the target of the history of another account', async () => {
    const backup = { ...BACKUP, otherAccount: { connectionId: 'grace', name: 'Grace' } };
    const { choose } = drawRegion({ name: 'choosing', backup, choice: INITIAL_CHOICE });
    await says(
      'This history belongs to another account than Grace, the account in use. Where should it be restored?',
    );
    expect(
      (await one(
        'radio',
        'Restore everything to the account that it belongs to',
      )) as HTMLInputElement,
    ).toMatchObject({
      checked: true,
    });
    await press(
      'Restore only results, tickets, stars and intended problems to the account in use',
      'radio',
    );
    expect(choose).toHaveBeenLastCalledWith({ toAccountInUse: [0] });
  });
});

describe('histories that no connection uses', () => {
  it('are listed with account, date and size', async () => {
    drawRegion({ name: 'idle' }, { detached: [UNUSED_HISTORY] });
    const [item] = all('listitem');
    expect(item?.textContent).toContain('Ada at reports.example.com');
    expect(item?.textContent).toContain('Last used Nov 28, 2026 · 4.2 MB');
  });

  it('have the words “Unknown account” if their account is unknown', async () => {
    const unknown = sampleHistory('b', null);
    if (unknown.identity) unknown.identity.label = null;
    drawRegion(
      { name: 'idle' },
      {
        detached: [
          { ...UNUSED_HISTORY, ...unknown },
          { ...UNUSED_HISTORY, connectionId: 'c', identity: null },
        ],
      },
    );
    expect(all('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Unknown account at reports.example.com'),
      expect.stringMatching(/^Unknown account4\.2/),
    ]);
  });

  it('are deleted after a confirmation that has their numbers and offers a backup', async () => {
    const opened = drawRegion({ name: 'idle' }, { detached: [UNUSED_HISTORY] });
    await press('Delete');
    expect(opened.askDeletion).toHaveBeenCalledWith(UNUSED_HISTORY);
    opened.deletion.value = { history: UNUSED_HISTORY, isRunning: false, failure: null };
    await says('Delete this history? ');
    await says('980 reports, 1,560 past results, and 12 tickets, stars and intended problems');
    await says('If you delete the history without a backup, they are lost.');
    const [, saveButton] = all('button', 'Save a backup');
    saveButton?.click();
    expect(opened.save).toHaveBeenCalledOnce();
    await press('Delete history');
    expect(opened.deleteHistory).toHaveBeenCalledOnce();
    await press('Cancel');
    expect(opened.cancelDeletion).toHaveBeenCalledOnce();
    opened.deletion.value = {
      history: UNUSED_HISTORY,
      isRunning: false,
      failure: { code: 'notStored' },
    };
    await says('Browser storage is full.');
    opened.deletion.value = null;
    await saysNoMore('Delete this history?');
  });
});
