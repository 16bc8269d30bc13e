import { connectionInUse } from '@/lib/connection/connection-register';
import type { BackupHistory, BackupPart, BackupRecord } from '@/lib/history/backup-format';
import { createBackupRestoring, readBackupPart } from '@/lib/history/backup-parts';
import type { BackupPosition } from '@/lib/history/backup-position';
import { type BackupReminder, backupReminder, backupTimesItem } from '@/lib/history/backup-times';
import {
  canStoreHistories,
  countResults,
  listHistories,
  type StoredHistory,
} from '@/lib/history/histories';
import type { Restored } from '@/lib/history/merge';
import type { Result } from '@/lib/result';
import type { BackgroundTools } from './background-tools';
import type { ConnectedService } from './connected-service';

/** See `BackgroundApi`. */
export interface Backups {
  listHistories(): Promise<Result<readonly StoredHistory[] | null>>;
  readPart(connectionId: string, position: BackupPosition): Promise<Result<BackupPart>>;
  restorePart(target: BackupHistory, records: readonly BackupRecord[]): Promise<Result<Restored>>;
  reminder(connectionId: string): Promise<Result<BackupReminder | null>>;
}

interface BackupsTools extends Pick<BackgroundTools, 'keepAwake' | 'now'> {
  service: Pick<ConnectedService, 'exclusively' | 'call'>;
}

export function createBackups({ service, keepAwake, now }: BackupsTools): Backups {
  const restoring = createBackupRestoring();

  /** Turns a rejection into the failure `storeUnreadable`. */
  async function readResult<T>(work: Promise<T>): Promise<Result<T>> {
    try {
      return { value: await keepAwake(work) };
    } catch {
      return { failure: { code: 'storeUnreadable' } };
    }
  }

  async function histories(): Promise<readonly StoredHistory[] | null> {
    return (await canStoreHistories()) ? listHistories() : null;
  }

  /** Without a backup, the reminder is due a month after the first call that finds results. */
  async function reminder(connectionId: string): Promise<BackupReminder | null> {
    const resultCount = await countResults(connectionId);
    if (resultCount === 0) return null;
    const initialTimes = { lastAt: null, since: new Date(now()).toISOString() };
    const times = await backupTimesItem.update((before) => before ?? initialTimes);
    return backupReminder(times ?? initialTimes, resultCount, now());
  }

  return {
    listHistories: () => readResult(histories()),
    readPart: (connectionId, position) => readResult(readBackupPart(connectionId, position)),
    async restorePart({ connectionId, identity }, records) {
      try {
        // Null: the connection is in use, and only its session may write its history.
        const restored = await service.exclusively(async () => {
          if ((await connectionInUse.read())?.id === connectionId) return null;
          return keepAwake(restoring.restorePart(connectionId, identity, records));
        });
        if (restored !== null) return { value: restored };
        return await service.call(connectionId, async ({ history }) => ({
          value: await history.restore(records),
        }));
      } catch {
        return { failure: { code: 'notStored' } };
      }
    },
    reminder: (connectionId) => readResult(reminder(connectionId)),
  };
}
