import { Timestamp, z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';

const BackupTimes = z.object({
  /** The time of the last backup of this browser; null for none. */
  lastAt: z.nullable(Timestamp),
  /** The start of the month after which the reminder appears. */
  since: Timestamp,
});
export type BackupTimes = z.infer<typeof BackupTimes>;

export const backupTimesItem = storedItem('local', 'backup-times', BackupTimes);

/** Notes that a backup was saved. */
export async function storeBackupTime(savedAt: string): Promise<void> {
  await backupTimesItem.write({ lastAt: savedAt, since: savedAt });
}

/** The reminder that *All reports* shows after a month without a backup. */
export interface BackupReminder {
  /** The number of past results of the connection. */
  results: number;
  /** The time of the last backup, ISO 8601; null for none. */
  lastAt: string | null;
}

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns the reminder; null before a month has passed. Also returns the reminder if the clock was
 * set back by a month.
 * @param results the number of past results
 * @param now milliseconds since the epoch
 */
export function backupReminder(
  { lastAt, since }: BackupTimes,
  results: number,
  now: number,
): BackupReminder | null {
  const isDue = Math.abs(now - Date.parse(since)) >= MONTH_MS;
  return isDue && results > 0 ? { results, lastAt } : null;
}
