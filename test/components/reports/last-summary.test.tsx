import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Marks, NO_MARKS } from '@/lib/history/marks';
import { dayOf } from '@/lib/report/compare/local-day';
import type { Report } from '@/lib/report/report';
import { openAtService } from '../../support/at-service';
import { knownTrend } from '../../support/known-trends';
import { fakeBackground, publishQueue } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { summaryOn } from '../../support/sample-backup';
import { reportOn } from '../../support/sample-report';
import { NOW } from '../../support/six-clients';
import { all, choose, one, press, says, useEnglish } from '../../support/view';
import { settle, waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);
beforeEach(() => {
  Object.assign(navigator, { clipboard: { write: async () => {} } });
});

const DAY_MS = 86_400_000;
const isoDaysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const REPORTS = [
  reportOn(9, 'alpha.example/', 26, 64, 'title'),
  reportOn(8, 'alpha.example/', 18, 70),
  reportOn(7, 'alpha.example/', 5, 60),
  reportOn(6, 'beta.example/', 26, 50, 'noindex', 'load_time'),
  reportOn(5, 'beta.example/', 12, 50, 'noindex'),
  reportOn(4, 'gamma.example/', 26, 80),
];
const SUMMARIES: Marks['summaries'] = [
  { client: 'alpha.example', days: ['2026-11-10', '2026-11-26'] },
  { client: 'gamma.example', days: ['2026-11-26'] },
];

interface Options {
  reports?: readonly Report[];
  summaries?: Marks['summaries'];
  isPrivate?: boolean;
}

async function drawSinceSummary(options: Options = {}) {
  const { reports = REPORTS, summaries = SUMMARIES, isPrivate = false } = options;
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const background = fakeBackground(
    {
      getMarks: async () => ({ value: { ...NO_MARKS, summaries } }),
      getTrends: async (_, references, since) => ({
        value: references.map(({ id }) => {
          const report = reports.find((one) => one.id === id);
          if (report === undefined) throw new Error(`There is no report ${id}.`);
          return knownTrend(report, { reports, since, now: NOW });
        }),
      }),
    },
    reports,
  );
  const comparedSince = 'summary';
  const opened = await drawReports({ background, reports, comparedSince, isPrivate });
  await one('rowgroup', 'Not comparable');
  return { ...opened, changeMarks: vi.mocked(background.changeMarks) };
}

const readText = async (group: string) => (await one('rowgroup', group)).textContent;

describe('a comparison with Last summary', () => {
  it('uses for each client the day of its last summary before today', async () => {
    await drawSinceSummary();
    // The score was 60 on November 5 and is 64 now, and one problem is new.
    expect(await readText('Worse')).toMatch(
      /^Worse 1alpha\.example 160\u00a0→\u00a064.*▼11 worse Title, 1 page new/,
    );
    expect(await readText('Not comparable')).toMatch(
      /^Not comparable 2beta\.example 150.*no summary yet.*gamma\.example 180.*no summary yet/,
    );
  });

  it('names its day only while one client is open', async () => {
    const { page } = await drawSinceSummary();
    const readOptions = async () => {
      const since = (await one('combobox', 'Since')) as HTMLSelectElement;
      return [since.value, ...[...since.options].map(({ text }) => text)];
    };
    const [days, previous] = [['7 days', '30 days'], 'Previous result'];
    expect(await readOptions()).toEqual(['summary', ...days, 'Last summary', previous]);
    page.routes.goTo({ name: 'list', client: 'alpha.example' });
    await one('heading', 'alpha.example 1 page');
    expect(await readOptions()).toEqual(['summary', ...days, 'Last summary (Nov 10)', previous]);
    page.routes.goTo({ name: 'list', client: 'beta.example' });
    await says('Not comparable: no summary yet');
    expect(await readOptions()).toEqual(['summary', ...days, 'Last summary', previous]);
  });

  it('shows the pages of a client without a summary as not compared', async () => {
    const { page } = await drawSinceSummary();
    page.routes.goTo({ name: 'list', client: 'beta.example' });
    await waitUntil(() =>
      expect(document.querySelector('td.cell-change')?.textContent).toBe('No summary yet'),
    );
    const wrong = await one('region', 'What is wrong');
    const items = all('listitem', undefined, wrong).map(({ textContent }) => textContent);
    expect(items).toEqual(['Noindex 1 page high', 'Load time 1 page medium']);
  });
});

describe('Copy summary', () => {
  it.each<[string, (page: Awaited<ReturnType<typeof drawSinceSummary>>['page']) => Promise<void>]>([
    [
      'the menu of a client',
      async () => {
        all('button', 'More')[0]?.click();
        await press('Copy summary', 'menuitem');
      },
    ],
    [
      'the head of a client',
      async ({ routes }) => {
        routes.goTo({ name: 'list', client: 'alpha.example' });
        await press('Copy summary');
      },
    ],
    [
      'the menu of Export',
      async ({ routes }) => {
        routes.goTo({ name: 'list', client: 'alpha.example' });
        await press('Export');
        await press('Copy summary', 'menuitem');
      },
    ],
  ])('in %s stores that the summary of the client was copied', async (_, copy) => {
    const { page, changeMarks } = await drawSinceSummary();
    await copy(page);
    await says('Summary copied: alpha.example');
    await waitUntil(() =>
      expect(changeMarks.mock.calls).toEqual([
        ['a', { kind: 'addSummaries', clients: ['alpha.example'] }],
      ]),
    );
  });

  it('offers Undo of the stored day, and none for a second copy on one day', async () => {
    const { page, changeMarks } = await drawSinceSummary();
    const changes = [{ before: null, after: summaryOn('alpha.example', 26) }];
    changeMarks.mockResolvedValueOnce({ value: { marks: NO_MARKS, changes } });
    page.routes.goTo({ name: 'list', client: 'alpha.example' });
    await press('Copy summary');
    await press('Undo');
    await says('Undone');
    expect(changeMarks).toHaveBeenLastCalledWith('a', { kind: 'undo', changes });
    await press('Copy summary');
    await says('Summary copied: alpha.example');
    await waitUntil(() => expect(changeMarks).toHaveBeenCalledTimes(3));
    await settle();
    expect(all('button', 'Undo')).toEqual([]);
  });

  it('stores nothing in a private window', async () => {
    const { page, changeMarks } = await drawSinceSummary({ isPrivate: true });
    page.routes.goTo({ name: 'list', client: 'alpha.example' });
    await press('Copy summary');
    await says('Summary copied: alpha.example');
    expect(changeMarks).not.toHaveBeenCalled();
  });

  it('stores nothing if the browser has no databases', async () => {
    const { page, changeMarks } = await drawSinceSummary();
    await publishQueue({ historyState: 'unavailable' });
    await says('Your browser never remembers history');
    page.routes.goTo({ name: 'list', client: 'alpha.example' });
    await press('Copy summary');
    await says('Summary copied: alpha.example');
    expect(changeMarks).not.toHaveBeenCalled();
  });

  it('says that the day of the copy could not be stored', async () => {
    const { page, changeMarks } = await drawSinceSummary();
    changeMarks.mockResolvedValue({ failure: { code: 'notStored' } });
    page.routes.goTo({ name: 'list', client: 'alpha.example' });
    await press('Copy summary');
    await waitUntil(() => expect(all('alert').join()).not.toBe(''));
    await says(/couldn't be stored|storage is full/i);
  });

  it('stores the day once for two copies on one day', async () => {
    const extension = await openAtService([
      { url: 'https://trails.example/', score: 60, generated_at: isoDaysAgo(9) },
      { url: 'https://trails.example/', score: 70, generated_at: isoDaysAgo(0) },
    ]);
    const copied: string[] = [];
    Object.assign(navigator, {
      clipboard: {
        async write([item]: ClipboardItem[]) {
          copied.push((await (await item?.getType('text/plain'))?.text()) ?? '');
        },
      },
    });
    const { page } = await extension.openReports();
    await choose('Since', 'Last summary');
    page.routes.goTo({ name: 'list', client: 'trails.example' });
    await says('Not comparable: no summary yet');
    await press('Copy summary');
    const days = [dayOf(new Date())];
    const readMarks = async () =>
      (await extension.api.getMarks(extension.connectionId)) as { value: Marks };
    await waitUntil(async () =>
      expect((await readMarks()).value.summaries).toEqual([{ client: 'trails.example', days }]),
    );
    await press('Copy summary');
    await waitUntil(() => expect(copied).toHaveLength(2));
    expect(copied[0]).toBe(copied[1]);
    expect(copied[0]).toContain('1 page: 1 not compared');
    expect((await readMarks()).value.summaries).toEqual([{ client: 'trails.example', days }]);
    await says('Not comparable: no summary yet');
  });
});
