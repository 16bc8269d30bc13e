import Papa from 'papaparse';
import { beforeEach, expect, it } from 'vitest';
import { i18n } from '#i18n';
import { documentCsv, documentText, type ExportDocument } from '@/components/export/document';
import { useMessages } from '../../support/messages';
import { replaceGlobal } from '../../support/replace-global';

beforeEach(async () => {
  replaceGlobal('navigator', { language: 'en-US' });
  await useMessages('en');
});

const DOCUMENT: ExportDocument = {
  title: 'trails.example',
  head: ['Measured Nov 26, 2026'],
  sections: [
    { lines: [{ label: 'Average score', text: '60 → 63' }, { text: '10 pages' }] },
    {
      heading: 'Problems',
      lines: [{ text: 'Title', isItem: true, below: ['https://a.example/'] }],
    },
    {
      heading: 'All pages',
      table: {
        kind: 'pages',
        columns: ['Address', 'Result', 'Score'],
        rows: [
          [
            { text: 'https://a.example/', address: 'https://a.example/' },
            { text: '=Good', rating: 'good' },
            87,
          ],
        ],
      },
    },
  ],
};

it('documentText renders head and lines, with a blank line between sections', () => {
  expect(documentText(DOCUMENT, i18n)).toBe(
    [
      'trails.example',
      'Measured Nov 26, 2026',
      '',
      'Average score: 60 → 63',
      '10 pages',
      '',
      'Problems',
      '- Title',
      '  https://a.example/',
      '',
    ].join('\n'),
  );
});

it('documentCsv renders head and tables, and guards formulas', () => {
  const csv = documentCsv(DOCUMENT).replace('\ufeff', '');
  expect(Papa.parse(csv.trimEnd()).data).toEqual([
    ['trails.example'],
    ['Measured Nov 26, 2026'],
    [''],
    ['Address', 'Result', 'Score'],
    ['https://a.example/', "'=Good", '87'],
  ]);
});

it('documentCsv renders only the table of a document without a head', () => {
  const csv = documentCsv({ ...DOCUMENT, title: null, head: [] });
  expect(csv.replace('\ufeff', '').split('\r\n')[0]).toMatch(/^Address/);
});
