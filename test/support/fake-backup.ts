import { signal } from '@preact/signals';
import { vi } from 'vitest';
import type { BackupState } from '@/components/settings/backup-progress';
import type { Backup, HistoryDeletion } from '@/components/settings/backup-state';
import type { StoredHistory } from '@/lib/history/histories';

interface FakeHistories {
  histories?: readonly StoredHistory[] | null;
  detached?: readonly StoredHistory[];
}

export function fakeBackup(
  state: BackupState = { name: 'idle' },
  { histories, detached = [] }: FakeHistories = {},
) {
  return {
    state: signal(state),
    histories: signal(histories),
    detached: signal(detached),
    lastAt: signal<string | null>(null),
    deletion: signal<HistoryDeletion | null>(null),
    refresh: vi.fn(async () => {}),
    save: vi.fn(async () => {}),
    check: vi.fn(async (_: Blob) => {}),
    choose: vi.fn(),
    restore: vi.fn(async () => {}),
    cancel: vi.fn(),
    askDeletion: vi.fn(),
    cancelDeletion: vi.fn(),
    deleteHistory: vi.fn(async () => {}),
  } satisfies Backup;
}
