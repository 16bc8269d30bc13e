import { i18n } from '#i18n';
import { shortDay } from '@/components/text/dates';
import { isolated } from '@/components/text/isolation';
import { counted, countText, sentences } from '@/components/text/language';
import type { Failure } from '@/lib/failure';
import type { BackupProblem } from '@/lib/history/backup-format';
import type { BackupReminder } from '@/lib/history/backup-times';
import type { HistoryIdentity } from '@/lib/history/history-identity';
import type { Restored } from '@/lib/history/merge';
import { failureMessage } from './failure-message';
import { recordsText } from './history-message';

/** Returns the account of a history, and the host of its service. */
export function historyName(identity: HistoryIdentity | null): string {
  if (identity === null) return i18n.t('backup.unknown');
  const { baseUrl, account, label } = identity;
  const host = isolated(baseUrl.replace(/^https?:\/\//, ''));
  const name = label ?? account?.email ?? account?.id;
  return name == null
    ? i18n.t('backup.unknownAccount', [host])
    : i18n.t('backup.account', [isolated(name), host]);
}

export function backupFailureMessage(failure: BackupProblem | Failure): string {
  switch (failure.code) {
    case 'brokenLine':
      return i18n.t('backupProblem.brokenLine', [countText(failure.line)]);
    case 'notBackup':
    case 'unknownVersion':
    case 'truncated':
    case 'unreadable':
    case 'unexpected':
      return i18n.t(`backupProblem.${failure.code}`);
    default:
      return failureMessage(failure);
  }
}

/** Returns what was restored and refused; empty if nothing was restored or refused. */
export function restoredMessage(restored: Restored, hasRestoredSettings: boolean): string {
  const { reports, results, marks, refusedMarks } = restored;
  const isChanged = reports + results + marks > 0;
  const parts: string[] = [];
  if (hasRestoredSettings) parts.push(i18n.t('backup.settingsRestored'));
  if (isChanged) parts.push(i18n.t('backup.restored', [recordsText(restored)]));
  if (refusedMarks > 0) parts.push(counted('backup.refused', refusedMarks));
  return sentences(...parts);
}

export function reminderMessage({ results, lastAt }: BackupReminder): string {
  const lastBackup = lastAt === null ? i18n.t('backup.reminderNever') : shortDay(lastAt);
  return counted('backup.reminder', results, lastBackup);
}
