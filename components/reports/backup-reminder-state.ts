import { type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import { createLatest } from '@/components/ui/state/latest';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { BackupReminder, BackupTimes } from '@/lib/history/backup-times';
import { hasFailed } from '@/lib/result';
import type { WatchedItem } from '@/lib/storage/stored-item';

interface BackupReminderTools {
  background: Pick<BackgroundApi, 'getBackupReminder'>;
  connectionId: string;
  /** Changes when a backup was saved. */
  times: Pick<WatchedItem<BackupTimes>, 'watch'>;
  firstPaint: Promise<unknown>;
}

/** Returns the reminder after a month without a backup; null if none is due. */
export function createBackupReminder(
  tools: BackupReminderTools,
): ReadonlySignal<BackupReminder | null> {
  const { background, connectionId, times, firstPaint } = tools;
  const reminder = signal<BackupReminder | null>(null);
  const reads = createLatest();

  async function read(): Promise<void> {
    const isLatest = reads.begin();
    const result = await attempt(() => background.getBackupReminder(connectionId));
    if (isLatest()) reminder.value = hasFailed(result) ? null : result.value;
  }

  times.watch(() => void read());
  void firstPaint.then(read);
  return reminder;
}
