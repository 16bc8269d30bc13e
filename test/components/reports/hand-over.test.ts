import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reportText } from '@/components/report/content/report-text';
import { createTable } from '@/components/reports/table/table-state';
import { createHandOver } from '@/components/reports/take-along/hand-over';
import type { Outcome } from '@/lib/outcome';
import type { Check } from '@/lib/report/content/checks';
import type { FailedCheck } from '@/lib/report/importance';
import { ratingOf } from '@/lib/report/rating';
import type { Report, ReportDetails } from '@/lib/report/report';
import { useMessages } from '../../support/messages';
import { sampleDetails, sampleReport } from '../../support/sample-report';

beforeEach(() => useMessages('en'));

const NOW = new Date(2026, 10, 26, 15);

const IMPORTANCES: Record<string, FailedCheck['importance']> = {
  ...{ noindex: 'high', title: 'high', load_time: 'medium' },
};

function report(id: string, page: string, day: number, score: number, ...failed: string[]): Report {
  const [host = ''] = page.split('/');
  return sampleReport(id, {
    ...{ url: `https://${page}`, project: host, result: ratingOf(score), score },
    generatedAt: new Date(2026, 10, day, 8).toISOString(),
    failedChecks: failed.map((name) => ({ name, importance: IMPORTANCES[name] ?? 'low' })),
  });
}

const TRAILS = [
  report('9', 'trails.example/jobs', 26, 80),
  report('8', 'trails.example/huts', 26, 61, 'noindex'),
  report('7', 'trails.example/booking', 26, 27, 'noindex', 'load_time'),
  report('6', 'trails.example/contact', 26, 57, 'noindex'),
  report('5', 'trails.example/huts', 19, 50, 'title'),
  report('4', 'trails.example/booking', 19, 52, 'title'),
  report('3', 'trails.example/contact', 19, 57, 'noindex'),
  report('2', 'trails.example/contact', 5, 57, 'noindex'),
  report('1', 'trails.example/prices', 12, 40, 'title'),
];
const MUSEUM = report('20', 'museum.example/', 26, 90);

const noindex = (value: string): Check => ({
  ...{ name: 'noindex', isPassed: false, importance: 'high', value },
  ...{ reasons: [], details: [] },
});

interface Opened {
  reports?: Report[];
  get?: (report: Report) => Promise<Outcome<ReportDetails>>;
}

/** What is handed over of a table whose rows are read later. */
function open({
  reports = TRAILS,
  get = async ({ id }) => ({ value: sampleDetails(id) }),
}: Opened) {
  const isReadingOn = signal(true);
  const table = createTable({
    ...{ reports: signal(reports), isReadingOn, isReading: signal(false), now: () => NOW },
    ...{ historyOf: () => undefined, readHistories: async () => {}, afterPaint: (work) => work() },
    ask: async () => ({ value: null }),
    reportAgain() {},
  });
  table.overview.compareSince('week');
  const texts: string[] = [];
  const [tell, save] = [vi.fn(), vi.fn()];
  const foundOf = ({ id }: Report) =>
    ['7', '8'].includes(id) ? [noindex(id === '7' ? 'noindex, nofollow' : 'noindex')] : null;
  const handOver = createHandOver({
    ...{ table: signal(table), get, foundOf, save, tell, now: () => NOW },
    linkOf: ({ id }) => `https://service.example/${id}`,
    copyLater: async (text) => void texts.push(await text),
    printLater: async () => {
      const client = handOver.printed.value;
      texts.push(`${client?.name}: ${client?.pages.length}`);
    },
  });
  const whole = () => {
    isReadingOn.value = false;
  };
  const hasCopied = () => vi.waitFor(() => expect(tell.mock.lastCall?.[0]).toBeTypeOf('string'));
  return { table, handOver, texts, tell, save, whole, hasCopied };
}

describe('the copied summary', () => {
  it('says how the pages of a client have developed, worked out by hand', async () => {
    const { handOver, texts, tell, whole, hasCopied } = open({});
    handOver.copySummary();
    expect([handOver.isWaiting.value, texts]).toEqual([true, []]);
    whole();
    await hasCopied();
    expect(texts).toEqual([
      [
        'trails.example, last 7 days, to Nov 26, 2026',
        'Average score: 53 → 48',
        '5 pages: 2 worse, 1 the same, 1 not checked since, 1 new',
        '',
        'New',
        '- Noindex (high): 2 pages',
        '- Load time (medium): 1 page',
        '',
        'Fixed',
        '- Title (high): 2 pages',
        '',
        'Worst pages',
        '52 → 27 https://trails.example/booking',
        '40 https://trails.example/prices',
        '57 → 57 https://trails.example/contact',
        '',
      ].join('\n'),
    ]);
    expect(tell).toHaveBeenLastCalledWith('Copied');
  });

  it('tells of each of several clients, and of what is selected alone', async () => {
    const { table, handOver, texts, whole, hasCopied } = open({ reports: [...TRAILS, MUSEUM] });
    whole();
    expect(handOver.client.value).toBeNull();
    handOver.copySummary();
    await hasCopied();
    expect(texts[0]?.match(/^\S+, last 7 days, .+$/gm)).toEqual([
      'trails.example, last 7 days, to Nov 26, 2026',
      'museum.example, last 7 days, to Nov 26, 2026',
    ]);
    table.selection.toggle('20');
    expect(handOver.client.value?.name).toBe('museum.example');
    handOver.copySummary();
    await vi.waitFor(() => expect(texts).toHaveLength(2));
    expect(texts[1]).not.toContain('trails');
  });
});

describe('a ticket', () => {
  it('has the pages of the problem that is pressed, by what was found on them', async () => {
    const failing: ReportDetails = { ...sampleDetails('6'), checks: [noindex('none')] };
    const get = vi.fn(async () => ({ value: failing }));
    const { table, handOver, texts, whole, hasCopied } = open({ get });
    whole();
    table.overview.toggle('check', 'noindex');
    handOver.copyTicket();
    await hasCopied();
    expect(texts).toEqual([
      [
        'Noindex (high): 3 pages of trails.example',
        '',
        'New since Nov 19, 2026',
        'noindex',
        'https://trails.example/huts',
        'noindex, nofollow',
        'https://trails.example/booking',
        '',
        'Since Nov 5, 2026 or before',
        'none',
        'https://trails.example/contact',
        '',
      ].join('\n'),
    ]);
    // What the list has said is not read again.
    expect(get).toHaveBeenCalledExactlyOnceWith(TRAILS[3]);
  });

  it('is else the texts of at most twenty reports, and says how many are left out or could not be read', async () => {
    const reports = Array.from({ length: 25 }, (_, at) => sampleReport(`${at}`));
    const { handOver, texts, tell, whole, hasCopied } = open({
      reports,
      get: async ({ id }) =>
        id === '3' ? { failure: { code: 'unreachable' } } : { value: sampleDetails(id) },
    });
    whole();
    handOver.copyTicket();
    await hasCopied();
    const kept = Array.from({ length: 20 }, (_, at) => `${at}`).filter((id) => id !== '3');
    expect(texts).toEqual([
      kept.map((id) => reportText(sampleDetails(id), `https://service.example/${id}`)).join('\n\n'),
    ]);
    expect(tell).toHaveBeenLastCalledWith(
      "Copied. Only the first 20 reports are included. 1 report couldn't be read.",
    );
    expect(handOver.progress.value).toBeNull();
  });

  it('is given up when a person stops it, and says nothing', async () => {
    let answer = () => {};
    const get = vi.fn(async ({ id }: Report) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { value: sampleDetails(id) };
    });
    const { handOver, texts, tell, whole } = open({ get });
    whole();
    handOver.copyTicket();
    await vi.waitFor(() => expect(handOver.progress.value).toEqual({ done: 0, size: 5 }));
    handOver.stop();
    expect(handOver.progress.value).toBeNull();
    answer();
    await new Promise((resolve) => setImmediate(resolve));
    expect([get.mock.calls.length, texts]).toEqual([1, []]);
    expect(tell).toHaveBeenCalledExactlyOnceWith(null);
  });
});

describe('what else is handed over', () => {
  it('is a file of all rows once they are read', async () => {
    const { table, handOver, save, whole } = open({});
    handOver.save();
    expect(save).not.toHaveBeenCalled();
    whole();
    await vi.waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith(table.rows.value));
    expect(handOver.isWaiting.value).toBe(false);
  });

  it('is a print of one client, which is on the page while it is printed', async () => {
    const { handOver, texts, whole } = open({});
    whole();
    handOver.print();
    await vi.waitFor(() => expect(texts).toEqual(['trails.example: 5']));
    await vi.waitFor(() => expect(handOver.printed.value).toBeNull());
  });
});
