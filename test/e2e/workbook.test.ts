import { describe, expect, it } from 'vitest';
import { addressesInFiles } from '@/lib/import/formats';
import { app, useService } from './app';
import { openClient, openReports, recordFiles, untilNumbers } from './reports-screen';

const TRAILS = ['', 'huts', 'booking'].map((path) => `https://trails.example/${path}`);
const MUSEUM = ['https://museum.example/'];

useService({
  reports: [...TRAILS, ...MUSEUM].map((url, index) => ({ url, score: 40 + index })),
});

/** Returns the addresses on the sheet *Pages* of an XLSX file. */
async function pagesIn(bytes: Buffer<ArrayBuffer>): Promise<string[]> {
  const { rows } = await addressesInFiles([new File([bytes], 'reports.xlsx')]);
  return rows
    .filter(({ where }) => where === 'Pages')
    .map(({ text }) => text)
    .sort();
}

describe('Download XLSX', () => {
  it('saves the pages of all clients, and of one client', async () => {
    const page = await openReports(4);
    await untilNumbers(page);
    const nextFile = await recordFiles(page);
    await page.press('Export');
    await page.pressMenuItem('Download XLSX');
    const all = await nextFile();
    expect(all.name).toMatch(/^reports-\d{4}-\d\d-\d\d\.xlsx$/);
    expect(await pagesIn(all.bytes)).toEqual([...MUSEUM, ...TRAILS].sort());

    await openClient(page, 'trails.example', 3);
    await page.locator('.client-header [aria-haspopup=menu]').click();
    await page.pressMenuItem('Download XLSX');
    const ofClient = await nextFile();
    expect(ofClient.name).toMatch(/^trails\.example-.*\.xlsx$/);
    expect(await pagesIn(ofClient.bytes)).toEqual([...TRAILS].sort());
  });

  it('saves the addresses of a batch', async () => {
    const urls = ['https://a.example/1', 'https://a.example/2'];
    await app.worker.createBatch('b', urls);
    const page = await app.batch('b');
    await page.says('All done');
    const nextFile = await recordFiles(page);
    await page.pressInBatchMenu('Download XLSX');
    const { bytes } = await nextFile();
    expect(await pagesIn(bytes)).toEqual(urls);
  });
});
