import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createArchive } from '@/lib/archive/archive';
import { archiveItems, readRecords, readReports } from '@/lib/archive/archive-items';
import { VALUE_NAMES, valueNameOf } from '@/lib/archive/archive-value';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { pageKey } from '@/lib/url/page-key';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';

const { local } = fakeBrowser.storage;
const page = 'https://host.example/page';
const later = '2026-11-02T10:00:00.000Z';
const values = archiveItems.values('a');

/** An archive whose clock goes on by one with each look. */
function openArchive(signal = new AbortController().signal) {
  const clock = { time: 0 };
  const onWritten = vi.fn();
  const archive = createArchive('a', signal, () => clock.time, onWritten);
  return { archive, clock, onWritten };
}

const historyOf = (url: string) => archiveItems.page('a', pageKey(url)).read();

async function idsOf(url: string): Promise<string[]> {
  return (await historyOf(url))?.reports.map(({ id }) => id) ?? [];
}

/** Addresses whose pages stand in one value. */
function neighbours(count: number): string[] {
  const all = Array.from({ length: 500 * count }, (_, at) => `https://host.example/${at}`);
  const name = valueNameOf(pageKey(page));
  return all.filter((url) => valueNameOf(pageKey(url)) === name).slice(0, count);
}

const storedValue = async () => {
  const name = valueNameOf(pageKey(page));
  return (await values.read([name])).get(name);
};

beforeEach(emptyBrowser);

describe('the history of a page in the archive', () => {
  it('is found by every address of the page', async () => {
    await openArchive().archive.note([
      sampleReport('1', { url: `${page}?b=2&a=1#part` }),
      sampleReport('2', { url: `${page}/?a=1&b=2&utm_source=mail`, generatedAt: later }),
      sampleReport('3', { url: `${page}?a=2` }),
    ]);
    await expect(idsOf(`${page}?gclid=x&a=1&b=2`)).resolves.toEqual(['2', '1']);
    await expect(idsOf(page)).resolves.toEqual([]);
  });

  it('includes reports that the service lists without a scheme', async () => {
    const { archive } = openArchive();
    const bare = sampleReport('1', { url: 'host.example/page?utm_source=mail' });
    await archive.note([bare, sampleReport('2', { url: 'localhost:8000/page' })]);
    await expect(idsOf(page)).resolves.toEqual(['1']);
    await expect(idsOf('http://localhost:8000/page')).resolves.toEqual(['2']);
    await archive.forget(referTo(bare));
    await expect(idsOf(page)).resolves.toEqual([]);
  });

  it('keeps all changes that are noted at the same time', async () => {
    const { archive } = openArchive();
    await Promise.all([
      archive.note([sampleReport('1', { url: page })]),
      archive.note([sampleReport('2', { url: page, generatedAt: later })]),
      archive.note([sampleReport('2', { url: page, generatedAt: later, privacy: 0 })]),
      archive.forget(referTo(sampleReport('1', { url: page }))),
    ]);
    await expect(historyOf(page)).resolves.toMatchObject({ reports: [{ id: '2', privacy: 0 }] });
  });

  it('loses a deleted report with its past results, and goes with its last report', async () => {
    const { archive } = openArchive();
    await archive.note([sampleReport('1', { url: page, result: 'bad' })]);
    await archive.note(
      [1, 2].map((id) => sampleReport(`${id}`, { url: page, generatedAt: later })),
    );
    expect((await historyOf(page))?.results).toHaveLength(3);
    await archive.forget(referTo(sampleReport('1', { url: `${page}#part` })));
    await expect(historyOf(page)).resolves.toMatchObject({
      reports: [{ id: '2' }],
      results: [{ reportId: '2' }],
    });
    await archive.forget(referTo(sampleReport('2', { url: page })));
    await expect(readRecords('a')).resolves.toEqual([]);
  });

  it.each<[string, Partial<Report>]>([
    ['no address', { url: null }],
    ['an address of more than 2,000 characters', { url: `${page}/${'x'.repeat(2_000)}` }],
    [
      'an address whose page key has more than 2,000 characters',
      { url: `${page}/${'ä'.repeat(500)}` },
    ],
  ])('holds a single report under its id if the report has %s', async (_, fields) => {
    const { archive } = openArchive();
    const report = sampleReport('7', fields);
    await archive.note([report]);
    expect(referTo(report)).toMatchObject({ id: '7', page: 'id:7' });
    await expect(archive.find(referTo(report))).resolves.toEqual(report);
  });
});

describe('an answer that was on its way while a report', () => {
  const before = sampleReport('1', { url: page });
  const changed = { ...before, privacy: 0 } as const;

  it('was changed does not overwrite the change', async () => {
    const { archive, clock } = openArchive();
    clock.time = 5;
    await archive.note([changed]);
    await archive.note([before, sampleReport('2')], 4);
    await expect(readReports('a')).resolves.toEqual(expect.arrayContaining([changed]));
    await archive.note([before], 6);
    await expect(archive.find(referTo(before))).resolves.toEqual(before);
  });

  it('was deleted does not bring the report back', async () => {
    const { archive, clock } = openArchive();
    await archive.note([before]);
    clock.time = 5;
    await archive.forget(referTo(before));
    await archive.note([before], 4);
    await expect(readReports('a')).resolves.toEqual([]);
  });
});

it('a report answered under another page leaves its former page in the same write', async () => {
  const { archive } = openArchive();
  const before = sampleReport('1', { url: page });
  await archive.note([before, sampleReport('2', { url: page })]);
  const set = vi.spyOn(local, 'set');
  const moved = sampleReport('1', { url: 'https://moved.example/', generatedAt: later });
  await archive.note([moved], undefined, [referTo(before), referTo(sampleReport('2'))]);
  expect(set).toHaveBeenCalledOnce();
  await expect(idsOf(page)).resolves.toEqual(['2']);
  expect((await historyOf(page))?.results).toMatchObject([{ reportId: '2' }]);
  await expect(idsOf('https://moved.example/')).resolves.toEqual(['1']);
  set.mockRestore();
});

describe('the stored values of the archive', () => {
  it('are 256 at most, and an unchanged value is not written again', async () => {
    const { archive, onWritten } = openArchive();
    const reports = Array.from({ length: 2_000 }, (_, id) => sampleReport(`${id}`));
    await archive.note(reports);
    const { length } = Object.keys(await local.get());
    expect(length).toBeGreaterThan(200);
    expect(length).toBeLessThanOrEqual(VALUE_NAMES.length);
    const set = vi.spyOn(local, 'set');
    onWritten.mockClear();
    await archive.note(reports);
    await archive.forget({ ...referTo(sampleReport('1')), id: 'unknown' });
    expect(set).not.toHaveBeenCalled();
    expect(onWritten).not.toHaveBeenCalled();
    set.mockRestore();
  });

  it('drop the reports noted longest ago where a value has more than 32 kB', async () => {
    const { archive } = openArchive();
    const urls = neighbours(60);
    expect(urls).toHaveLength(60);
    const failedChecks = Array.from({ length: 12 }, (_, at) => ({
      ...{ name: `check_${at}`, importance: 'low' as const },
    }));
    const reports = urls.map((url, at) => sampleReport(`${at}`, { url, failedChecks }));
    for (const report of reports) await archive.note([report]);
    expect(JSON.stringify(await storedValue()).length).toBeLessThanOrEqual(32 * 1024);
    const kept = (await readReports('a')).map(({ id }) => Number(id));
    expect(kept.length).toBeGreaterThan(20);
    expect(kept).toEqual(reports.slice(-kept.length).map(({ id }) => Number(id)));
    const [oldest = 0] = kept;
    await archive.note([
      sampleReport(`${oldest}`, { url: urls[oldest] ?? null, privacy: 0, failedChecks }),
    ]);
    await archive.note([sampleReport('new', { url: page, failedChecks })]);
    const left = (await readReports('a')).map(({ id }) => id);
    expect(left).toContain(`${oldest}`);
    expect(left).not.toContain(`${oldest + 1}`);
  });

  it('drop past results and old reports of a full page, but no report of the newest list', async () => {
    const { archive } = openArchive();
    const text = 'x'.repeat(900);
    const of = (id: number, day: number) => {
      const generatedAt = `2026-10-${day}T10:00:00.000Z`;
      return sampleReport(`${id}`, { url: page, project: text, generatedAt });
    };
    for (let id = 10; id < 30; id += 1) await archive.note([of(id, id)]);
    await archive.note([of(29, 30)]);
    for (let id = 31; id < 60; id += 1) await archive.note([of(id, 31)]);
    expect(JSON.stringify(await storedValue()).length).toBeLessThanOrEqual(32 * 1024);
    await expect(idsOf(page)).resolves.toEqual(expect.arrayContaining(['59', '31']));
    expect((await historyOf(page))?.results.some(({ reportId }) => reportId === '10')).toBe(false);
    const all = Array.from({ length: 50 }, (_, at) => of(100 + at, 31));
    await archive.note(all);
    const ids = await idsOf(page);
    expect(all.every(({ id }) => ids.includes(id))).toBe(true);
  });

  it('lose what cannot be read with the next note, and show the rest until then', async () => {
    const { archive } = openArchive();
    const [other = '', third = ''] = neighbours(2);
    await archive.note([sampleReport('1', { url: other })]);
    const strange = { page: pageKey(page), all: 'new' };
    const name = valueNameOf(pageKey(page));
    await values.write(new Map([[name, [strange, ...((await storedValue()) as unknown[])]]]));
    await expect(readReports('a')).resolves.toMatchObject([{ id: '1' }]);
    await archive.note([sampleReport('2', { url: third })]);
    expect(await storedValue()).toMatchObject([{ page: pageKey(other) }, { page: pageKey(third) }]);
    await values.write(new Map([[name, { reports: 'half' }]]));
    await expect(historyOf(third)).resolves.toBeUndefined();
    await archive.note([sampleReport('2', { url: third })]);
    await expect(idsOf(third)).resolves.toEqual(['2']);
  });
});

it('noting a report in a full store does not fail the call', async () => {
  vi.spyOn(local, 'set').mockRejectedValueOnce(new Error('Full'));
  const { archive } = openArchive();
  await expect(archive.note([sampleReport('1', { url: page })])).resolves.toBeUndefined();
  await expect(idsOf(page)).resolves.toEqual([]);
});

it('nothing is noted of a connection that was taken down', async () => {
  await openArchive(AbortSignal.abort()).archive.note([sampleReport('1', { url: page })]);
  await expect(idsOf(page)).resolves.toEqual([]);
});
