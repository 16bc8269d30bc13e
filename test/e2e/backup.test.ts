import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { BackupHistory, BackupRecord } from '@/lib/history/backup-format';
import type { Check } from '@/lib/report/content/checks';
import { connectionIdIn, listedReport } from '../browser/stored';
import { resultOn, sampleHistory, starOn, ticketOn } from '../support/sample-backup';
import { reportOn } from '../support/sample-report';
import { app, byRole, inChromium, type Screen, until, useService } from './app';

useService({ connects: false });

const ADA = sampleHistory('ada');

/** Milliseconds in which even a busy computer saves or restores 40,000 records. */
const LARGE_BACKUP_MS = 400_000;

type Content = Record<'reports' | 'results' | 'marks', { seenAt?: number }[]>;

function contentOf(connectionId: string): Promise<Content> {
  return app.worker.page.evaluate(async (name) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open(name));
    const stores = ['reports', 'results', 'marks'] as const;
    const transaction = database.transaction(stores);
    const all = await Promise.all(
      stores.map(async (store) => [store, await done(transaction.objectStore(store).getAll())]),
    );
    database.close();
    return Object.fromEntries(all);
  }, `history/${connectionId}`);
}

/** Restored reports lack the time at which this browser saw them. */
function withoutTimes({ reports, ...others }: Content): object {
  return { ...others, reports: reports.map(({ seenAt: _, ...row }) => row) };
}

async function storedHistories(): Promise<Record<string, unknown>[]> {
  const answer = await app.worker.callBackground('listHistories');
  return (answer?.value ?? []) as Record<string, unknown>[];
}

async function storeRecords(
  history: BackupHistory,
  records: readonly BackupRecord[],
): Promise<void> {
  for (let begin = 0; begin < records.length; begin += 200) {
    const part = records.slice(begin, begin + 200);
    const answer = await app.worker.callBackground('restoreBackupPart', history, part);
    if (answer?.failure) throw new Error(`Not stored: ${JSON.stringify(answer.failure)}`);
  }
}

function recordsOf(
  count: number,
  found: (at: number) => Check[] | null = () => [],
): BackupRecord[] {
  const pages = Array.from({ length: count }, (_, at) => `host.example/${at}`);
  return [
    { mark: starOn('host.example/1', 3) },
    { mark: starOn('host.example/2', 4, 'ended') },
    { mark: ticketOn('t1', 'host.example/3', 5) },
    { mark: ticketOn('t2', 'host.example/4', 6, 'ended') },
    ...pages.map((page, at) => ({
      report: reportOn(at + 1, page, 20, 80, 'title'),
      found: found(at),
    })),
    ...pages.map((page, at) => ({ result: resultOn(page, 2, `${at + 1}`) })),
  ];
}

/** Opens an options page that records the next backup instead of downloading the file. */
async function openOptions(): Promise<Screen> {
  const options = await app.options();
  await options.shows('region', 'Backup');
  await options.evaluate(() => {
    const recorded = window as typeof window & { file?: Blob; fileName?: string };
    const { createObjectURL } = URL;
    URL.createObjectURL = (object) => {
      recorded.file = object as Blob;
      return createObjectURL(object);
    };
    HTMLAnchorElement.prototype.click = function click() {
      recorded.fileName = this.download;
    };
  });
  return options;
}

async function saveBackup(options: Screen): Promise<string> {
  await options.press('Save a backup');
  return until(
    'the backup is saved',
    () =>
      options.evaluate(() => {
        const recorded = window as typeof window & { fileName?: string };
        const { fileName } = recorded;
        delete recorded.fileName;
        return fileName;
      }),
    LARGE_BACKUP_MS,
  );
}

async function savedBytes(options: Screen): Promise<Buffer> {
  const base64 = await options.evaluate(async () => {
    const { file } = window as typeof window & { file?: Blob };
    const reader = new FileReader();
    const read = new Promise((resolve) => {
      reader.onload = resolve;
    });
    reader.readAsDataURL(file ?? new Blob());
    await read;
    return String(reader.result).replace(/^.*,/, '');
  });
  return Buffer.from(base64, 'base64');
}

/** By default, chooses the backup that was saved last. */
async function chooseFile(options: Screen, content: string | null = null): Promise<void> {
  await options.shows('button', 'Restore…');
  await options.evaluate((text) => {
    const { file } = window as typeof window & { file?: Blob };
    const bytes =
      text === null ? file : Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File(bytes ? [bytes] : [], 'backup.jsonl.gz'));
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('There is no file input.');
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, content);
}

async function savedText(options: Screen): Promise<string> {
  return gunzipSync(await savedBytes(options)).toString();
}

describe('a backup', () => {
  it('restores every record into an empty profile, and changes nothing the second time', async () => {
    await storeRecords(ADA, recordsOf(450));
    const before = await contentOf('ada');
    const [history] = await storedHistories();
    const options = await openOptions();
    expect(await saveBackup(options)).toMatch(/^seo-reports-backup-\d{4}-\d\d-\d\d\.jsonl\.gz$/);
    await options.says(
      'Backup saved: 450 reports, 450 past results, and 4 tickets, stars and intended problems',
    );

    const file = (await savedBytes(options)).toString('base64');
    await app.testBrowser.closePages();
    await app.worker.stop();
    await app.worker.clearAll();
    const emptied = await openOptions();
    expect(await storedHistories()).toEqual([]);
    await chooseFile(emptied, file);
    await emptied.says('450 reports, 450 past results, and 4 tickets, stars and intended problems');
    await emptied.press('Restore');
    await emptied.says(
      'Restored: 450 reports, 450 past results, and 4 tickets, stars and intended problems.',
    );
    const restored = await contentOf('ada');
    expect(withoutTimes(restored)).toEqual(withoutTimes(before));
    expect(await storedHistories()).toEqual([history]);

    await chooseFile(emptied, file);
    await emptied.press('Restore');
    await emptied.says(
      'All reports, results, tickets, stars and intended problems in this backup are already here.',
    );
    expect(await contentOf('ada')).toEqual(restored);
  });

  it('contains no API key, and restores no deleted report, removed mark or older result', async () => {
    const { good } = app.service.samplePages;
    const [kept, deleted] = ['https://kept.example/', 'https://deleted.example/'];
    for (const url of [kept, deleted, good]) app.service.add({ url, score: 40 });
    await app.connect();
    const id = connectionIdIn(await app.worker.stored()) ?? expect.fail('Not connected.');
    await until('the reports are stored', async () => {
      const [history] = await storedHistories();
      return history?.reports === 3;
    });
    await app.worker.callForConnection('changeMarks', { kind: 'star', page: 'kept.example' });
    const options = await openOptions();
    await saveBackup(options);
    const text = await savedText(options);
    expect(text).toContain(`"baseUrl":"${app.service.baseUrl}"`);
    expect(text).not.toContain(app.service.apiKey);

    await app.worker.callForConnection('changeMarks', { kind: 'unstar', page: 'kept.example' });
    const listed = await app.worker.stored();
    await app.worker.createJobs({ kind: 'delete', report: listedReport(listed, deleted) });
    await app.passUndoTime();
    await until('the report is deleted', () => app.requests('DELETE')[0]?.status === 200);
    await app.worker.createJobs({
      kind: 'update',
      report: listedReport(listed, kept),
      update: { results: 1 },
    });
    await until('the new result is stored', async () => {
      const { reports, results } = await contentOf(id);
      return reports.length === 2 && results.length === 1;
    });
    const after = await contentOf(id);
    await chooseFile(options);
    await options.press('Restore');
    await options.says(
      'All reports, results, tickets, stars and intended problems in this backup are already here.',
    );
    expect(await contentOf(id)).toEqual(after);
  });

  it('changes nothing if its file is cut off or edited by hand', async () => {
    await storeRecords(ADA, recordsOf(30));
    const options = await openOptions();
    await saveBackup(options);
    await app.worker.callBackground('deleteHistory', 'ada');
    const bytes = await savedBytes(options);
    const edited = gzipSync((await savedText(options)).replace('"score":80', '"score":"80"'));
    for (const [content, sentence] of [
      [bytes.subarray(0, -20), 'This backup is incomplete or damaged. Nothing was changed.'],
      [edited, 'Line 8 of this backup is broken. Nothing was changed.'],
      [Buffer.concat([bytes, bytes]), 'Nothing was changed.'],
      [Buffer.from('url,result\n'), "This file isn't a backup of this extension."],
    ] as const) {
      await chooseFile(options, content.toString('base64'));
      await options.says(sentence);
    }
    expect(await storedHistories()).toEqual([]);
  });

  it('keeps the records that were restored before Cancel, and restores the others later', async () => {
    await storeRecords(ADA, recordsOf(3_000));
    const options = await openOptions();
    await saveBackup(options);
    await app.worker.callBackground('deleteHistory', 'ada');
    await chooseFile(options);
    await options.press('Restore');
    const countMarks = async () => (await storedHistories())[0]?.marks;
    await until('the marks are restored', async () => (await countMarks()) === 4);
    await options.press('Cancel');
    await options.says('Cancelled. Records that were already restored stay in this browser.');
    const [partly] = await storedHistories();
    expect(partly?.marks).toBe(4);
    expect(partly?.results).toBeLessThan(3_000);
    await chooseFile(options);
    await options.press('Restore');
    await options.says('past results');
    await until('the rest is restored', async () => {
      const [complete] = await storedHistories();
      return complete?.reports === 3_000 && complete.results === 3_000;
    });
  });
});

/** Returns failed checks of about 4 kB. */
function findings(at: number): Check[] {
  return Array.from({ length: 12 }, (_, index) => ({
    name: `check_${index}`,
    isPassed: false,
    importance: 'high',
    value: Array.from({ length: 12 }, (__, word) => Math.sin(at * 97 + index * 31 + word)).join(
      ' ',
    ),
    reasons: [{ name: 'missing', value: null }],
    details: [],
  }));
}

inChromium('no test measures the memory of extension pages in Firefox')(
  'the options page saves and restores 5,000 reports with at most 60 MB of memory',
  async () => {
    await storeRecords(ADA, recordsOf(5_000, findings));
    const options = await openOptions();
    const readHeapSize = async () => (await options.metrics()).JSHeapUsedSize ?? 0;
    const before = await readHeapSize();
    let peak = before;
    const measuring = setInterval(() => {
      void readHeapSize().then(
        (now) => {
          peak = Math.max(peak, now);
        },
        () => {},
      );
    }, 100);
    await saveBackup(options);
    await app.worker.callBackground('deleteHistory', 'ada');
    await chooseFile(options);
    await options.find(byRole('button', 'Restore'));
    await options.press('Restore');
    await until(
      'all reports are restored',
      async () => (await options.mainText()).includes('Restored: 5,000 reports'),
      LARGE_BACKUP_MS,
    );
    clearInterval(measuring);
    expect((peak - before) / 1024 / 1024).toBeLessThan(60);
    expect(await storedHistories()).toMatchObject([{ reports: 5_000, results: 5_000, marks: 4 }]);
  },
  // A busy computer needs minutes to write 10,000 records three times.
  600_000,
);

it('the region Backup deletes the history of a disconnected service after one confirmation', async () => {
  await storeRecords(ADA, recordsOf(5));
  const options = await openOptions();
  await options.says('Ada at reports.example.com');
  await options.press('Delete');
  await options.says('5 reports, 5 past results, and 4 tickets, stars and intended problems');
  await options.press('Delete history');
  await options.saysNoMore('Ada at reports.example.com');
  expect(await storedHistories()).toEqual([]);
});
