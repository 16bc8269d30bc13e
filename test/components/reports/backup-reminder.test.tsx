import { beforeEach, expect, it, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import { type BackupReminder, storeBackupTime } from '@/lib/history/backup-times';
import { fakeBackground } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { all, press, says, saysNoMore, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

function openWithReminder(reminder: BackupReminder | null) {
  const getBackupReminder = vi.fn<BackgroundApi['getBackupReminder']>(async () => ({
    value: reminder,
  }));
  return {
    getBackupReminder,
    drawn: drawReports({ background: fakeBackground({ getBackupReminder }) }),
  };
}

it.each<[BackupReminder, RegExp]>([
  [{ results: 1560, lastAt: null }, /1,560 past results exist only here\. Last backup: never\./],
  [
    { results: 1, lastAt: '2026-09-01T10:00:00.000Z' },
    /1 past result exists only here\. Last backup: Sep 1, 2026\./,
  ],
])(
  'All reports shows the number of past results without a backup after a month: %j',
  async (reminder, text) => {
    const { drawn } = openWithReminder(reminder);
    const { actions } = await drawn;
    await says(text);
    await press('Back up…');
    expect(actions.onOpenSettings).toHaveBeenCalledWith('backup');
  },
);

it('All reports shows no reminder within a month of the last backup', async () => {
  const { drawn, getBackupReminder } = openWithReminder(null);
  await drawn;
  await waitUntil(() => expect(getBackupReminder).toHaveBeenCalledWith('a'));
  expect(all('button', 'Back up…')).toEqual([]);
});

it('All reports removes the reminder when a backup is saved', async () => {
  const { drawn, getBackupReminder } = openWithReminder({ results: 5, lastAt: null });
  await drawn;
  await says('5 past results exist only here');
  getBackupReminder.mockResolvedValue({ value: null });
  await storeBackupTime('2026-11-29T10:00:00.000Z');
  await saysNoMore('exist only here');
});
