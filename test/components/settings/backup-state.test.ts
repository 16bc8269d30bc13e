import { gunzipSync, gzipSync } from 'node:zlib';
import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBackup } from '@/components/settings/backup-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { ConnectionRegister } from '@/lib/connection/connection-register';
import type { BackupHistory, BackupRecord } from '@/lib/history/backup-format';
import { NOTHING_RESTORED } from '@/lib/history/merge';
import { hasFailed, type Result } from '@/lib/result';
import type { Agency } from '@/lib/settings/agency';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import { StorageReadError } from '@/lib/storage/stored-values';
import { removeDatabases, useDatabases } from '../../support/databases';
import { emptyBrowser } from '../../support/empty-browser';
import { SVG_LOGO } from '../../support/logos';
import { resultOn, SAVED_AT, sampleHistory, starOn } from '../../support/sample-backup';
import { reportOn } from '../../support/sample-report';
import { sampleConnection } from '../../support/stored-connection';
import { createTestBackground } from '../../support/test-background';
import { waitUntil } from '../../support/wait-until';

beforeEach(() => {
  emptyBrowser();
  useDatabases();
  onTestFinished(removeDatabases);
});

/** The number of sample reports. A call of the worker transfers only some of these reports. */
const REPORTS = 250;

const RECORDS: readonly BackupRecord[] = [
  { mark: starOn('host.example/1', 3) },
  ...Array.from({ length: REPORTS }, (_, index) => ({
    report: reportOn(index + 1, `host.example/${index}`, 20, 80),
    found: null,
  })),
  ...Array.from({ length: REPORTS }, (_, index) => ({
    result: resultOn(`host.example/${index}`, 2, `${index + 1}`),
  })),
];
const ALL_RESTORED = { reports: REPORTS, results: REPORTS, marks: 1, refusedMarks: 0 };
const ADA = sampleHistory('ada', '7');
const GRACE = sampleHistory('grace', '8');

function valueIn<T>(result: Result<T>): T {
  return hasFailed(result) ? expect.fail(result.failure.code) : result.value;
}

interface Opening {
  register?: ConnectionRegister;
  calls?: Partial<BackgroundApi>;
  readPreferences?(): Promise<Preferences>;
  agency?: Agency;
}

async function openBackup(
  histories: readonly BackupHistory[],
  { register, calls = {}, ...opening }: Opening = {},
) {
  const { api } = createTestBackground({ clientFor: () => expect.fail('No request is sent.') });
  for (const history of histories) valueIn(await api.restoreBackupPart(history, RECORDS));
  const saved: Blob[] = [];
  const tools = {
    setReportLink: vi.fn<BackgroundApi['setReportLink']>(async () => ({ value: null })),
    setLabel: vi.fn<BackgroundApi['setLabel']>(async () => ({ value: null })),
    storePreferences: vi.fn(async () => {}),
    restoreAgency: vi.fn(async (_: Agency) => {}),
    storeBackupTime: vi.fn(async () => {}),
    onRestoredConnection: vi.fn(),
  };
  const backup = createBackup({
    background: { ...api, setReportLink: tools.setReportLink, setLabel: tools.setLabel, ...calls },
    register: signal(register),
    times: signal(undefined),
    refreshOn: signal(null),
    readPreferences:
      opening.readPreferences ?? (async () => ({ ...INITIAL_PREFERENCES, notifiesOfDone: true })),
    readAgency: async () => opening.agency,
    saveFile: (file) => saved.push(file),
    newId: () => 'new',
    now: () => SAVED_AT,
    ...tools,
  });
  await backup.refresh();
  async function saveFile(): Promise<Blob> {
    await backup.save();
    expect(backup.state.value).toMatchObject({ name: 'done', outcome: { kind: 'saved' } });
    return saved.at(-1) ?? expect.fail('No backup was saved.');
  }
  const storedHistories = async () =>
    (valueIn(await api.listHistories()) ?? []).map(({ connectionId, reports, results, marks }) => ({
      connectionId,
      reports,
      results,
      marks,
    }));
  return { ...tools, api, backup, saveFile, storedHistories };
}

/** Saves the histories of a browser. Further calls use an empty browser. */
async function saveAndLeave(
  histories: readonly BackupHistory[],
  register?: ConnectionRegister,
): Promise<Blob> {
  const { saveFile } = await openBackup(histories, register && { register });
  const file = await saveFile();
  useDatabases();
  return file;
}

const REGISTER: ConnectionRegister = {
  connections: [
    sampleConnection({
      id: 'ada',
      baseUrl: 'https://reports.example.com',
      account: { id: '7', email: null },
      label: 'Ada',
      reportLink: 'https://reports.example.com/r/{id}',
      headerNames: ['X-Office'],
    }),
  ],
  inUse: 'ada',
  unreadable: [],
};

async function textOf(file: Blob): Promise<string> {
  return gunzipSync(new Uint8Array(await file.arrayBuffer())).toString();
}

function gzip(text: string): Blob {
  return new Blob([new Uint8Array(gzipSync(text))]);
}

describe('save()', () => {
  it('writes settings and all histories, and stores the time of the backup', async () => {
    const { saveFile, storeBackupTime, backup } = await openBackup([ADA, GRACE], {
      register: REGISTER,
    });
    const text = await textOf(await saveFile());
    const [header, settings, history] = text.split('\n').map((line) => line && JSON.parse(line));
    expect(header).toEqual({ format: 'seo-reports-backup', version: 1, savedAt: SAVED_AT });
    expect(settings.settings).toMatchObject({
      preferences: { notifiesOfDone: true },
      connections: [{ label: 'Ada', headerNames: ['X-Office'] }],
    });
    expect(settings.settings.connections[0]).not.toHaveProperty('id');
    expect(history).toEqual({ history: ADA });
    expect(text.match(/^\{"report":/gm)).toHaveLength(2 * REPORTS);
    expect(storeBackupTime).toHaveBeenCalledWith(SAVED_AT);
    expect(backup.state.value).toMatchObject({
      outcome: { counts: { marks: 2, reports: 2 * REPORTS, results: 2 * REPORTS }, unreadable: 0 },
    });
  });

  it('writes only settings if the browser has no databases', async () => {
    removeDatabases();
    const { backup, saveFile } = await openBackup([]);
    expect(backup.histories.value).toBeNull();
    expect((await textOf(await saveFile())).split('\n')).toHaveLength(4);
  });

  it('neither saves a file nor stores a time after Cancel', async () => {
    const { api, backup, storeBackupTime } = await openBackup([ADA]);
    let parts = 0;
    const readBackupPart: BackgroundApi['readBackupPart'] = async (...args) => {
      parts += 1;
      if (parts === 2) cancelling.backup.cancel();
      return api.readBackupPart(...args);
    };
    const cancelling = await openBackup([], { calls: { readBackupPart } });
    await cancelling.backup.save();
    expect(cancelling.backup.state.value).toMatchObject({
      name: 'done',
      outcome: { kind: 'cancelled', activity: 'saving' },
    });
    expect(parts).toBe(2);
    expect(cancelling.storeBackupTime).not.toHaveBeenCalled();
    expect(storeBackupTime).not.toHaveBeenCalled();
    expect(backup.state.value).toEqual({ name: 'idle' });
  });

  it.each([
    [new StorageReadError('IO error'), 'storeUnreadable'],
    [new Error('a mistake in the code'), 'unexpected'],
  ])('fails after %s with the failure %s', async (error, code) => {
    const readPreferences = async () => Promise.reject(error);
    const { backup } = await openBackup([], { readPreferences });
    await backup.save();
    expect(backup.state.value).toMatchObject({ name: 'failed', failure: { code } });
  });

  it('fails if the call in flight fails after Cancel', async () => {
    const failure = { code: 'storeUnreadable' } as const;
    const { backup } = await openBackup([ADA], {
      calls: {
        async readBackupPart() {
          backup.cancel();
          return { failure };
        },
      },
    });
    await backup.save();
    expect(backup.state.value).toMatchObject({ name: 'failed', activity: 'saving', failure });
  });

  it('fails if a history cannot be read', async () => {
    const failure = { code: 'storeUnreadable' } as const;
    const { backup, storeBackupTime } = await openBackup([ADA], {
      calls: { readBackupPart: async () => ({ failure }) },
    });
    await backup.save();
    expect(backup.state.value).toMatchObject({ name: 'failed', activity: 'saving', failure });
    expect(storeBackupTime).not.toHaveBeenCalled();
  });
});

describe('restore()', () => {
  it('restores each history of another browser profile', async () => {
    const file = await saveAndLeave([ADA, GRACE]);
    const { backup, storedHistories, storePreferences } = await openBackup([]);
    await backup.check(file);
    expect(backup.state.value).toMatchObject({
      name: 'choosing',
      backup: {
        savedAt: SAVED_AT,
        otherAccount: null,
        histories: [
          {
            history: ADA,
            storedId: null,
            counts: { reports: REPORTS, results: REPORTS, marks: 1 },
          },
          { history: GRACE },
        ],
      },
    });
    expect(await storedHistories()).toEqual([]);
    await backup.restore();
    const restored = { reports: 2 * REPORTS, results: 2 * REPORTS, marks: 2, refusedMarks: 0 };
    expect(backup.state.value).toMatchObject({
      name: 'done',
      outcome: { kind: 'restored', restored, hasRestoredSettings: false },
    });
    const { refusedMarks: _, ...counts } = ALL_RESTORED;
    expect(await storedHistories()).toEqual([
      { connectionId: 'ada', ...counts },
      { connectionId: 'grace', ...counts },
    ]);
    expect(backup.detached.value.map(({ identity }) => identity)).toEqual([
      ADA.identity,
      GRACE.identity,
    ]);
    expect(storePreferences).not.toHaveBeenCalled();

    await backup.check(file);
    await backup.restore();
    expect(backup.state.value).toMatchObject({ outcome: { restored: NOTHING_RESTORED } });
  });

  it('restores only the chosen histories', async () => {
    const file = await saveAndLeave([ADA, GRACE]);
    const { backup, storedHistories } = await openBackup([]);
    await backup.check(file);
    backup.choose({ histories: [1] });
    await backup.restore();
    expect(backup.state.value).toMatchObject({ outcome: { restored: ALL_RESTORED } });
    expect((await storedHistories()).map(({ connectionId }) => connectionId)).toEqual(['grace']);
  });

  it('restores each history into the connected account to which it belongs', async () => {
    const file = await saveAndLeave([ADA, GRACE]);
    const { backup, storedHistories } = await openBackup([sampleHistory('g', '8')], {
      register: {
        connections: [sampleConnection({ id: 'a' }), sampleConnection({ id: 'g' })],
        inUse: 'a',
        unreadable: [],
      },
    });
    await backup.check(file);
    await backup.restore();
    expect((await storedHistories()).map(({ connectionId }) => connectionId).sort()).toEqual([
      'ada',
      'g',
    ]);
  });

  it('merges into the history of the same account, even if the ids of the connections differ', async () => {
    const file = await saveAndLeave([ADA]);
    const { backup, storedHistories } = await openBackup([sampleHistory('here', '7')]);
    await backup.check(file);
    await backup.restore();
    expect(backup.state.value).toMatchObject({ outcome: { restored: NOTHING_RESTORED } });
    expect((await storedHistories()).map(({ connectionId }) => connectionId)).toEqual(['here']);
  });

  it('gives a new id to the history of another account with the same id', async () => {
    const file = await saveAndLeave([ADA]);
    const { backup, storedHistories } = await openBackup([sampleHistory('ada', '99')]);
    await backup.check(file);
    await backup.restore();
    expect((await storedHistories()).map(({ connectionId }) => connectionId)).toEqual([
      'ada',
      'new',
    ]);
  });

  it('names the other account of a history, and stores the history separately by default', async () => {
    const file = await saveAndLeave([GRACE]);
    const { backup, storedHistories } = await openBackup([ADA], { register: REGISTER });
    await backup.check(file);
    expect(backup.state.value).toMatchObject({
      backup: { otherAccount: { connectionId: 'ada', name: 'Ada' } },
      choice: { toAccountInUse: [] },
    });
    await backup.restore();
    expect((await storedHistories()).map(({ connectionId }) => connectionId)).toEqual([
      'ada',
      'grace',
    ]);
  });

  it('adds results and marks to the account in use if a person chooses this account', async () => {
    const file = await saveAndLeave([GRACE]);
    const { backup, storedHistories } = await openBackup([ADA], { register: REGISTER });
    await backup.check(file);
    backup.choose({ toAccountInUse: [0] });
    await backup.restore();
    expect(backup.state.value).toMatchObject({
      outcome: { restored: { reports: 0, results: 2 * REPORTS, marks: 0 } },
    });
    expect(await storedHistories()).toEqual([
      { connectionId: 'ada', reports: REPORTS, results: 3 * REPORTS, marks: 1 },
    ]);
  });

  it('names no other account if the backup has a history of the account in use', async () => {
    const file = await saveAndLeave([ADA, GRACE]);
    const { backup } = await openBackup([ADA], { register: REGISTER });
    await backup.check(file);
    expect(backup.state.value).toMatchObject({ backup: { otherAccount: null } });
  });

  it('shows the failure of a part that fails after Cancel', async () => {
    const file = await saveAndLeave([ADA]);
    const failure = { code: 'notStored' } as const;
    const { backup } = await openBackup([], {
      calls: {
        async restoreBackupPart() {
          backup.cancel();
          return { failure };
        },
      },
    });
    await backup.check(file);
    await backup.restore();
    expect(backup.state.value).toMatchObject({ name: 'failed', activity: 'restoring', failure });
  });

  it('does not remove restored parts after Cancel, and can restore the other parts later', async () => {
    const file = await saveAndLeave([ADA]);
    let parts = 0;
    const { api } = await openBackup([]);
    const { backup, storedHistories } = await openBackup([], {
      calls: {
        async restoreBackupPart(...args) {
          parts += 1;
          if (parts === 1) backup.cancel();
          return api.restoreBackupPart(...args);
        },
      },
    });
    await backup.check(file);
    await backup.restore();
    expect(backup.state.value).toMatchObject({
      outcome: { kind: 'cancelled', activity: 'restoring', restored: { reports: 199, marks: 1 } },
    });
    expect(await storedHistories()).toMatchObject([{ reports: 199, results: 0, marks: 1 }]);
    parts = 1;
    await backup.check(file);
    await backup.restore();
    expect(backup.state.value).toMatchObject({ outcome: { restored: { reports: REPORTS - 199 } } });
    expect(await storedHistories()).toMatchObject([
      { reports: REPORTS, results: REPORTS, marks: 1 },
    ]);
  });

  it('repeats a part whose reply was lost', async () => {
    const file = await saveAndLeave([ADA]);
    const { api } = await openBackup([]);
    let calls = 0;
    const { backup, storedHistories } = await openBackup([], {
      calls: {
        async restoreBackupPart(...args) {
          const result = await api.restoreBackupPart(...args);
          calls += 1;
          if (calls === 2) throw new Error('The worker was stopped.');
          return result;
        },
      },
    });
    await backup.check(file);
    await backup.restore();
    expect(await storedHistories()).toMatchObject([
      { reports: REPORTS, results: REPORTS, marks: 1 },
    ]);
  });

  it('states the failure, and counts the restored records', async () => {
    const file = await saveAndLeave([ADA]);
    const { api } = await openBackup([]);
    let calls = 0;
    const { backup } = await openBackup([], {
      calls: {
        async restoreBackupPart(...args) {
          calls += 1;
          if (calls > 1) return { failure: { code: 'notStored' } };
          return api.restoreBackupPart(...args);
        },
      },
    });
    await backup.check(file);
    await backup.restore();
    expect(backup.state.value).toMatchObject({
      name: 'failed',
      activity: 'restoring',
      failure: { code: 'notStored' },
      restored: { reports: 199 },
    });
  });

  it.each<[fault: string, change: (text: string) => Blob, failure: object]>([
    ['ends early', (text) => gzip(text).slice(0, -10), { code: 'truncated' }],
    [
      'was edited by hand',
      (text) => gzip(text.replace('"score":80', '"score":"80"')),
      { code: 'brokenLine', line: 5 },
    ],
    [
      'is of a newer version',
      (text) => gzip(text.replace('"version":1', '"version":7')),
      { code: 'unknownVersion' },
    ],
    ['is not a backup', () => new Blob(['url\n']), { code: 'notBackup' }],
  ])('changes nothing if the file %s', async (_, change, failure) => {
    const file = change(await textOf(await saveAndLeave([ADA])));
    const restoreBackupPart = vi.fn<BackgroundApi['restoreBackupPart']>();
    const { backup, storePreferences, storedHistories } = await openBackup([], {
      calls: { restoreBackupPart },
    });
    await backup.check(file);
    expect(backup.state.value).toMatchObject({ name: 'failed', activity: 'checking', failure });
    await backup.restore();
    expect(restoreBackupPart).not.toHaveBeenCalled();
    expect(storePreferences).not.toHaveBeenCalled();
    expect(await storedHistories()).toEqual([]);
  });
});

describe('restore() with settings', () => {
  const CONNECTIONS: ConnectionRegister['connections'] = [
    sampleConnection({
      id: 'here',
      baseUrl: 'https://reports.example.com',
      account: { id: '7', email: null },
    }),
    sampleConnection({
      id: 'other',
      baseUrl: 'https://reports.example.com',
      account: { id: '8', email: null },
    }),
    sampleConnection({
      id: 'elsewhere',
      baseUrl: 'https://other.example',
      account: { id: '7', email: null },
    }),
  ];

  it('replaces the preferences, and name and report link only of the same account', async () => {
    const file = await saveAndLeave([ADA], REGISTER);
    const here = await openBackup([], {
      register: { connections: CONNECTIONS, inUse: 'here', unreadable: [] },
    });
    await here.backup.check(file);
    here.backup.choose({ settings: true, histories: [] });
    await here.backup.restore();
    expect(here.backup.state.value).toMatchObject({
      outcome: { kind: 'restored', restored: NOTHING_RESTORED, hasRestoredSettings: true },
    });
    const { policy: _, ...preferences } = INITIAL_PREFERENCES;
    expect(here.storePreferences).toHaveBeenCalledWith({ ...preferences, notifiesOfDone: true });
    expect(here.setReportLink.mock.calls).toEqual([['here', 'https://reports.example.com/r/{id}']]);
    expect(here.setLabel.mock.calls).toEqual([['here', 'Ada']]);
    expect(here.restoreAgency).not.toHaveBeenCalled();
    expect(here.onRestoredConnection).not.toHaveBeenCalled();
    expect(await here.storedHistories()).toEqual([]);
  });

  it('restores the agency', async () => {
    const agency: Agency = { name: 'Voss', color: '#0b6b6a', logo: SVG_LOGO };
    const file = await (await openBackup([], { agency })).saveFile();
    const { backup, restoreAgency } = await openBackup([]);
    await backup.check(file);
    backup.choose({ settings: true });
    await backup.restore();
    expect(restoreAgency.mock.calls).toEqual([[agency]]);
    restoreAgency.mockRejectedValue(new Error('QUOTA_BYTES'));
    await backup.check(file);
    backup.choose({ settings: true });
    await backup.restore();
    expect(backup.state.value).toMatchObject({ name: 'failed', failure: { code: 'notStored' } });
  });

  it('notes after Cancel that the settings were already replaced', async () => {
    const file = await saveAndLeave([ADA], REGISTER);
    const { backup } = await openBackup([], {
      calls: {
        async restoreBackupPart() {
          backup.cancel();
          return { value: NOTHING_RESTORED };
        },
      },
    });
    await backup.check(file);
    backup.choose({ settings: true });
    await backup.restore();
    expect(backup.state.value).toMatchObject({
      outcome: { kind: 'cancelled', restored: NOTHING_RESTORED, hasRestoredSettings: true },
    });
  });

  it('fills in the service if none is connected', async () => {
    const file = await saveAndLeave([], REGISTER);
    const here = await openBackup([]);
    await here.backup.check(file);
    here.backup.choose({ settings: true });
    await here.backup.restore();
    expect(here.onRestoredConnection).toHaveBeenCalledWith(
      expect.objectContaining({
        baseUrl: 'https://reports.example.com',
        headerNames: ['X-Office'],
      }),
    );
    expect(here.setReportLink).not.toHaveBeenCalled();
  });

  it('fills in no service if one is connected, but not in use', async () => {
    const file = await saveAndLeave([], REGISTER);
    const here = await openBackup([], {
      register: { connections: CONNECTIONS, inUse: null, unreadable: [] },
    });
    await here.backup.check(file);
    here.backup.choose({ settings: true });
    await here.backup.restore();
    expect(here.onRestoredConnection).not.toHaveBeenCalled();
    expect(here.setReportLink).toHaveBeenCalledOnce();
  });

  it('does not restore a report link that the field Report link refuses', async () => {
    const text = await textOf(await saveAndLeave([], REGISTER));
    const file = gzip(text.replace('https://reports.example.com/r/{id}', 'javascript:alert({id})'));
    const here = await openBackup([], {
      register: { connections: CONNECTIONS, inUse: 'here', unreadable: [] },
    });
    await here.backup.check(file);
    here.backup.choose({ settings: true });
    await here.backup.restore();
    expect(here.setReportLink).not.toHaveBeenCalled();
  });
});

describe('deleteHistory()', () => {
  it('deletes the history only after the confirmation', async () => {
    const { backup } = await openBackup([ADA, GRACE]);
    const [first] = backup.detached.value;
    backup.askDeletion(first ?? expect.fail());
    backup.cancelDeletion();
    await backup.deleteHistory();
    expect(backup.detached.value).toHaveLength(2);
    backup.askDeletion(first ?? expect.fail());
    await backup.deleteHistory();
    expect(backup.detached.value.map(({ connectionId }) => connectionId)).toEqual(['grace']);
    expect(backup.deletion.value).toBeNull();
  });

  it('keeps the confirmation open after a failure', async () => {
    const failure = { code: 'notStored' } as const;
    const { backup } = await openBackup([ADA], {
      calls: { deleteHistory: async () => ({ failure }) },
    });
    const [first] = backup.detached.value;
    backup.askDeletion(first ?? expect.fail());
    await backup.deleteHistory();
    expect(backup.deletion.value).toMatchObject({ isRunning: false, failure });
    await waitUntil(() => expect(backup.detached.value).toHaveLength(1));
  });
});
