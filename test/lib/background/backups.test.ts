import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { BackupRecord } from '@/lib/history/backup-format';
import { FIRST_POSITION } from '@/lib/history/backup-position';
import { backupTimesItem, storeBackupTime } from '@/lib/history/backup-times';
import { writeIdentity } from '@/lib/history/histories';
import { NOTHING_RESTORED } from '@/lib/history/merge';
import { hasFailed, type Result } from '@/lib/result';
import { connectedAtService } from '../../support/background-at-service';
import { removeDatabases, useDatabases } from '../../support/databases';
import { muteOn, resultOn, sampleHistory, starOn } from '../../support/sample-backup';
import { reportOn } from '../../support/sample-report';

const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(() => {
  fakeBrowser.reset();
  useDatabases();
  onTestFinished(removeDatabases);
});

function valueIn<T>(result: Result<T>): T {
  return hasFailed(result) ? expect.fail(result.failure.code) : result.value;
}

async function recordsOf(api: BackgroundApi, connectionId: string): Promise<BackupRecord[]> {
  const records: BackupRecord[] = [];
  let position: typeof FIRST_POSITION | null = FIRST_POSITION;
  while (position !== null) {
    const part: Awaited<ReturnType<BackgroundApi['readBackupPart']>> = await api.readBackupPart(
      connectionId,
      position,
    );
    records.push(...valueIn(part).records);
    position = valueIn(part).next;
  }
  return records;
}

const RECORDS: readonly BackupRecord[] = [
  { mark: muteOn('m', ['host.example/1'], 3) },
  { mark: starOn('host.example/1', 3) },
  { report: reportOn(900, 'host.example/1', 20, 80), found: null },
  { result: resultOn('host.example/1', 2, '900') },
];

describe('restoreBackupPart', () => {
  it('merges into the history of the connection in use, and publishes the change', async () => {
    const { api, id, queue } = await connectedAtService();
    const { historyRevision } = await queue();
    const target = { connectionId: id, identity: null };
    expect(await api.restoreBackupPart(target, RECORDS)).toEqual({
      value: { reports: 1, results: 1, marks: 2, refusedMarks: 0 },
    });
    expect(valueIn(await api.getMarks(id)).starred).toEqual(['host.example/1']);
    expect(valueIn(await api.getMutes(id, ['host.example/1']))).toMatchObject([[{ id: 'm' }]]);
    const [page] = valueIn(await api.getPages(id, ['host.example/1']));
    expect(page?.results.map(({ score }) => score)).toEqual([60, 80]);
    expect((await queue()).historyRevision).not.toBe(historyRevision);
    expect(await api.restoreBackupPart(target, RECORDS)).toEqual({ value: NOTHING_RESTORED });
  });

  it('creates a detached history with the identity from the backup', async () => {
    const { api, id } = await connectedAtService();
    const target = sampleHistory('restored');
    expect(valueIn(await api.restoreBackupPart(target, RECORDS)).results).toBe(1);
    expect(valueIn(await api.listDetachedHistories())).toMatchObject([
      { ...target, reports: 1, results: 1, marks: 2 },
    ]);
    expect(valueIn(await api.getMarks(id)).starred).toEqual([]);
    expect(await recordsOf(api, 'restored')).toEqual(RECORDS);
  });

  it('keeps the identity of a detached history unchanged', async () => {
    const { api } = await connectedAtService();
    const identity = { ...sampleHistory('x').identity, label: 'Grace' } as never;
    await writeIdentity('x', identity);
    await api.restoreBackupPart(sampleHistory('x'), RECORDS);
    expect(valueIn(await api.listDetachedHistories())).toMatchObject([{ identity }]);
  });
});

describe('without databases', () => {
  it('listHistories returns none, and restoreBackupPart fails', async () => {
    const { api } = await connectedAtService();
    removeDatabases();
    expect(await api.listHistories()).toEqual({ value: null });
    expect(await api.restoreBackupPart(sampleHistory('x'), RECORDS)).toEqual({
      failure: { code: 'notStored' },
    });
  });
});

describe('readBackupPart', () => {
  it('does not create a database that a person has deleted', async () => {
    const { api } = await connectedAtService();
    await api.restoreBackupPart(sampleHistory('x'), RECORDS);
    await api.deleteHistory('x');
    expect(await recordsOf(api, 'x')).toEqual([]);
    expect(valueIn(await api.listDetachedHistories())).toEqual([]);
  });
});

describe('getBackupReminder', () => {
  async function open() {
    const { api, id } = await connectedAtService();
    const setBeginDaysAgo = (days: number, lastAt: string | null = null) =>
      backupTimesItem.write({
        lastAt,
        since: new Date(Date.now() - days * DAY_MS).toISOString(),
      });
    return {
      api,
      id,
      setBeginDaysAgo,
      remind: async () => valueIn(await api.getBackupReminder(id)),
    };
  }

  it('returns null for a history without past results, and does not begin the month', async () => {
    const { setBeginDaysAgo, remind } = await open();
    expect(await remind()).toBeNull();
    expect(await backupTimesItem.read()).toBeUndefined();
    await setBeginDaysAgo(40);
    expect(await remind()).toBeNull();
  });

  it('begins the month when past results are first found', async () => {
    const { api, id, setBeginDaysAgo, remind } = await open();
    await api.restoreBackupPart({ connectionId: id, identity: null }, RECORDS);
    expect(await remind()).toBeNull();
    expect(await backupTimesItem.read()).toMatchObject({ lastAt: null });
    await setBeginDaysAgo(29);
    expect(await remind()).toBeNull();
    await setBeginDaysAgo(31);
    expect(await remind()).toEqual({ results: 1, lastAt: null });
    // The clock was set back.
    await setBeginDaysAgo(-31);
    expect(await remind()).toEqual({ results: 1, lastAt: null });
  });

  it('returns the date of the last backup after a month, and null after a new backup', async () => {
    const { api, id, setBeginDaysAgo, remind } = await open();
    await api.restoreBackupPart({ connectionId: id, identity: null }, RECORDS);
    const lastAt = '2026-09-01T10:00:00.000Z';
    await setBeginDaysAgo(40, lastAt);
    expect(await remind()).toEqual({ results: 1, lastAt });
    await storeBackupTime(new Date().toISOString());
    expect(await remind()).toBeNull();
  });
});
