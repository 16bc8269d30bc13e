import { readdirSync } from 'node:fs';
import Papa from 'papaparse';
import { beforeEach, describe, expect, it } from 'vitest';
import { i18n } from '#i18n';
import { documentCsv } from '@/components/export/document';
import { type ReportRow, reportsDocument, tableRows } from '@/components/export/reports-csv';
import { NO_TREND } from '@/components/table/trends';
import { cellDelimiter } from '@/components/text/language';
import { addressesInText } from '@/lib/import/formats';
import { NO_MUTES, type PageMute } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { useMessages } from '../../support/messages';
import { replaceGlobal } from '../../support/replace-global';
import { sampleReport } from '../../support/sample-report';

beforeEach(async () => {
  replaceGlobal('navigator', { language: 'en-US' });
  await useMessages('en');
});

const report = sampleReport('7', {
  url: 'https://a.example/?a=1,2;3',
  score: 87,
  failed: { high: 1, medium: 0, low: 1 },
  failedChecks: [
    { name: 'title', importance: 'high', errors: ['missing', 'length'] },
    { name: 'favicon', importance: 'low' },
  ],
  project: '=1+1',
  // Local time, because the file shows local times.
  generatedAt: new Date(2026, 10, 20, 9, 5).toISOString(),
});
const doneRow: ReportRow = {
  address: 'https://a.example/?a=1,2;3',
  report,
  mutes: NO_MUTES,
  privacy: 1,
  state: 'Done',
  reason: null,
};
const failedRow: ReportRow = {
  address: '=1+1',
  report: null,
  mutes: NO_MUTES,
  privacy: 1,
  state: 'Failed',
  reason: '@SUM(A1) "No."',
};
const olderReport = sampleReport('6', {
  ...report,
  id: '6',
  url: 'https://a.example/b',
  fullUrl: 'https://a.example/b',
  score: 90,
});
/** The page had a better result a week before, with another failed check. */
const page: Parameters<typeof tableRows>[0][number]['page'] = {
  report,
  mutes: NO_MUTES,
  trend: {
    ...NO_TREND,
    fixedBetween: [
      {
        name: 'noindex',
        importance: 'high',
        foundAt: new Date(2026, 10, 14, 8, 0).toISOString(),
        fixedAt: new Date(2026, 10, 17, 8, 0).toISOString(),
      },
    ],
  },
  change: {
    kind: 'worse',
    difference: -3,
    base: {
      reportId: '6',
      result: 'good',
      score: 90,
      failedChecks: [],
      generatedAt: new Date(2026, 10, 13, 8, 0).toISOString(),
    },
    checks: {
      appeared: [{ name: 'title', importance: 'high' }],
      fixed: [{ name: 'plaintext_email', importance: 'low', errors: ['failed'] }],
      remaining: [{ name: 'favicon', importance: 'low' }],
      appearedMuted: [],
    },
  },
};
const changedRows = tableRows([
  { report, page },
  { report: olderReport, page },
]);
const linkOf = ({ id }: Report) => `https://reports.example/${id}`;
const reportsCsv = (...args: Parameters<typeof reportsDocument>) =>
  documentCsv(reportsDocument(...args));

describe('reports as CSV', () => {
  it('have a column for each fact, and no formulas', () => {
    const emptyReport = sampleReport('8', {
      url: null,
      result: null,
      privacy: null,
      generatedAt: null,
    });
    const page = {
      report: emptyReport,
      mutes: NO_MUTES,
      trend: null,
      change: { kind: 'first' } as const,
    };
    expect(
      reportsCsv([...changedRows, ...tableRows([{ report: emptyReport, page }])], linkOf),
    ).toBe(
      [
        '\ufeffAddress,Result,Score,High,Medium,Low,Privacy,Project,Date generated,Compared with,Change,New,Fixed,Found and fixed,Report,Link,Failed,Intended,In plain words',
        `"https://a.example/?a=1,2;3",Good,87,1,0,1,Private,"'=1+1",2026-11-20 09:05,2026-11-13 08:00,-3,Title,Plaintext email,"Noindex: found 2026-11-14 08:00, fixed 2026-11-17 08:00",7,https://reports.example/7,Title · Favicon,,"Title: Pages without a title. · Plaintext email, before the fix: Email addresses that are written out in the HTML."`,
        `https://a.example/b,Good,90,1,0,1,Private,"'=1+1",2026-11-20 09:05,,,,,,6,https://reports.example/6,Title · Favicon,,Title: Pages without a title.`,
        ',,,,,,,,,,,,,,8,https://reports.example/8,,,',
        '',
      ].join('\r\n'),
    );
  });

  it('have muted checks in a separate column, and do not count muted checks', () => {
    const mutes: PageMute[] = [
      {
        id: 'm',
        check: 'title',
        at: '2026-11-20T10:00:00.000Z',
        note: '',
        errors: ['missing', 'length'],
        host: null,
      },
    ];
    const rows = [...tableRows([{ report, page: { ...page, mutes } }]), { ...failedRow, mutes }];
    const csv = reportsCsv(rows, linkOf).slice(1);
    const { data } = Papa.parse<Record<string, string>>(csv, { header: true });
    expect(data[0]).toMatchObject({
      High: '0',
      Low: '1',
      Failed: 'Favicon',
      Intended: 'Title',
    });
    expect(data[0]?.['In plain words']).not.toContain('Title');
    expect(data[1]).toMatchObject({ High: '', Failed: '', Intended: '' });
  });

  it('of a batch have columns for state and reason, and none for changes', () => {
    const [list, batch] = [changedRows.slice(0, 1), [doneRow, failedRow]].map((rows) => {
      const csv = reportsCsv(rows, linkOf).slice(1);
      return Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
    });
    const [head, columns] = [list?.meta.fields ?? [], batch?.meta.fields ?? []];
    const changes = ['Compared with', 'Change', 'New', 'Fixed', 'Found and fixed'];
    // In a list, this column also explains the fixed checks.
    const words = 'In plain words';
    const same = head.filter((name) => !changes.includes(name));
    expect(columns).toEqual([same[0], 'State', ...same.slice(1), 'Reason']);
    const facts = Object.entries(list?.data[0] ?? {}).filter(([name]) => !changes.includes(name));
    expect(batch?.data[0]).toEqual({
      ...Object.fromEntries(facts),
      [words]: 'Title: Pages without a title.',
      State: 'Done',
      Reason: '',
    });
    expect(batch?.data[1]).toEqual({
      ...Object.fromEntries(columns.map((column) => [column, ''])),
      Address: "'=1+1",
      State: 'Failed',
      Privacy: 'Private',
      Reason: `'@SUM(A1) "No."`,
    });
  });
});

it.each(readdirSync('components/text/locales'))(
  'the importer finds the addresses in our own CSV file in the language %s',
  async (file) => {
    await useMessages(file.replace('.yml', ''));
    const rows = [1, 2].map((page) => ({ ...doneRow, address: `https://a.example/${page}` }));
    for (const above of [[], ['a.example, last 7 days', '2 of 9 pages, those selected']]) {
      const csv = reportsCsv(rows, linkOf, above);
      const found = await addressesInText(csv);
      expect(found.rows.map(({ text }) => text)).toEqual(rows.map(({ address }) => address));
    }
  },
);

it.each(readdirSync('components/text/locales'))(
  'the importer finds no link to a report in our own CSV file in the language %s',
  async (file) => {
    await useMessages(file.replace('.yml', ''));
    const withoutAddress: ReportRow = { ...doneRow, address: null };
    const withHost: ReportRow = { ...doneRow, address: 'a.example/1' };
    for (const language of ['en-US', 'de-DE']) {
      replaceGlobal('navigator', { language });
      for (const rows of [[withoutAddress], [withoutAddress, withHost], [withHost, failedRow]]) {
        const csv = reportsCsv([...rows, ...rows], linkOf);
        const { rows: found, columns } = await addressesInText(csv);
        const addresses = rows.filter((row) => row === withHost).map(({ address }) => address);
        expect(found.map(({ text }) => text)).toEqual([...addresses, ...addresses]);
        expect(columns.length).toBe(addresses.length === 0 ? 0 : 1);
        const chosen = await addressesInText(csv, { column: i18n.t('batch.column.link') });
        expect(chosen.rows).toEqual(found);
      }
    }
  },
);

// The list separators of Windows in these regions.
it.each([
  ['en-US', ','],
  ['en-ZA', ';'],
  ['de-DE', ';'],
  ['de-CH', ';'],
  ['es-ES', ';'],
  ['es-MX', ','],
  ['es-US', ','],
  ['pt-BR', ';'],
  ['pt-PT', ';'],
  ['zh-TW', ','],
  ['ja', ','],
])('a CSV file for the locale %s separates its cells by %s', (locale, delimiter) => {
  replaceGlobal('navigator', { language: locale });
  expect(cellDelimiter()).toBe(delimiter);
  expect(reportsCsv([doneRow], linkOf).split('\r\n')[0]?.split(delimiter)).toHaveLength(16);
});
