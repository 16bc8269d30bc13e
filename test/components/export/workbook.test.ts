import { readdirSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { i18n } from '#i18n';
import { clientSummaries } from '@/components/export/client-summary';
import { documentXlsx } from '@/components/export/document-xlsx';
import { type ReportRow, reportsDocument, tableRows } from '@/components/export/reports-csv';
import { workbookDocument } from '@/components/export/workbook-document';
import { UNFILTERED } from '@/components/table/overview-state';
import { addressesInFiles } from '@/lib/import/formats';
import { pageRow } from '@/lib/report/compare/findings';
import { pagesOf } from '@/lib/report/compare/pages';
import { NO_MUTES } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { knownTrend } from '../../support/known-trends';
import { useMessages } from '../../support/messages';
import { reportOn } from '../../support/sample-report';

const NOW = new Date(2026, 10, 26, 15);

beforeEach(() => useMessages('en'));

const linkOf = ({ id }: Report) => `https://service.example/reports/${id}`;

/** Each page has an earlier result. */
const REPORTS = ['trails.example/', 'trails.example/huts?a=1&b=2', 'museum.example/'].flatMap(
  (page, index) => [
    reportOn(String(20 + index), page, 26, 61, 'noindex', 'title'),
    reportOn(String(10 + index), page, 19, 70, 'title'),
  ],
);

/** @param project the project of all reports; null for none */
function pagesWith(project: string | null) {
  const reports = REPORTS.map((report) => ({ ...report, project }));
  return pagesOf(reports).map((page) =>
    pageRow(page, knownTrend(page.report, { reports, since: 'week', now: NOW }), NO_MUTES),
  );
}

function workbookOf(project: string | null): File {
  const pages = pagesWith(project);
  const clients = clientSummaries(
    {
      all: pages,
      listed: pages,
      listedBy: { ...UNFILTERED, isOfBatch: false, hasExceptions: false, isSelected: false },
      partRead: null,
      failingAgain: () => [],
      linkOf,
    },
    i18n,
  );
  const rows = tableRows(pages.map((page) => ({ report: page.report, page })));
  return fileOf(documentXlsx(workbookDocument(clients, rows, linkOf)));
}

const fileOf = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'reports.xlsx');

const ADDRESSES = [
  'https://trails.example/',
  'https://trails.example/huts?a=1&b=2',
  'https://museum.example/',
];

describe('an XLSX file', () => {
  it.each(readdirSync('components/text/locales'))(
    'gives its pages back when it is imported, in the language %s',
    async (locale) => {
      await useMessages(locale.replace('.yml', ''));
      const found = await addressesInFiles([workbookOf('Mountains')]);
      expect(found.rows.map(({ text }) => text)).toEqual(ADDRESSES);
      expect(found.unread).toEqual([]);
    },
  );

  it('gives its pages back from the sheet Pages if clients are named by their hosts', async () => {
    const { rows } = await addressesInFiles([workbookOf(null)]);
    expect(rows).toEqual(ADDRESSES.map((text) => ({ text, where: 'Pages' })));
  });

  it('has numbers, dates and links of pages and reports as such', async () => {
    const parts = unzipSync(new Uint8Array(await workbookOf(null).arrayBuffer()));
    const part = (path: string) => strFromU8(parts[`xl/worksheets/${path}`] ?? new Uint8Array());
    const [, row = ''] = part('sheet4.xml').match(/<row r="2">(.*?)<\/row>/) ?? [];
    const cells = row.split('</c>');
    // The score is 61, and the local day is November 26, 2026, which is 46352.
    expect(cells).toContain('<c r="C2"><v>61</v>');
    expect(cells.filter((cell) => /^<c r="[A-Z]+2" s="2"><v>46352[.<]/.test(cell))).toHaveLength(1);
    expect(cells.filter((cell) => /^<c r="[A-Z]+2" s="2"><v>46345[.<]/.test(cell))).toHaveLength(1);
    const targets = [...part('_rels/sheet4.xml.rels').matchAll(/ Target="([^"]*)"/g)];
    expect(targets.slice(0, 2).map(([, target]) => target)).toEqual([
      'https://trails.example/',
      'https://service.example/reports/20',
    ]);
    expect(targets).toHaveLength(6);
  });

  it('of a batch gives its addresses back, with and without reports', async () => {
    const [report] = REPORTS;
    const rows = ADDRESSES.map((address, index): ReportRow => {
      const common = { address, mutes: NO_MUTES, privacy: 1, reason: null } as const;
      if (index === 0 && report) return { ...common, report, state: 'Done' };
      return { ...common, report: null, state: 'Waiting' };
    });
    const found = await addressesInFiles([fileOf(documentXlsx(reportsDocument(rows, linkOf)))]);
    expect(found.rows.map(({ text, where }) => [text, where])).toEqual(
      ADDRESSES.map((address) => [address, 'Pages']),
    );
  });
});

it.each(readdirSync('components/text/locales'))(
  'spreadsheets accept the names of the sheets in the language %s',
  async (locale) => {
    await useMessages(locale.replace('.yml', ''));
    const { i18n } = await import('#i18n');
    const names = (['summary', 'clients', 'problems', 'pages'] as const).map((sheet) =>
      i18n.t(`workbook.${sheet}`),
    );
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^(?!')[^[\]:*?/\\]{1,31}(?<!')$/);
  },
);
