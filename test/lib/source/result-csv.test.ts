import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { resultHeads } from '@/components/bulk/run/result-rows';
import { cellDelimiter } from '@/components/text/language';
import { type ResultHeads, type ResultRow, resultCsv, resultLines } from '@/lib/source/result-csv';
import { readTable } from '@/lib/source/table';
import { useMessages } from '../../support/messages';

const HEADS: ResultHeads = {
  address: 'Adresse',
  state: 'Status',
  result: 'Ergebnis',
  score: 'Punktzahl',
  issues: 'Probleme',
  privacy: 'Sichtbarkeit',
  report: 'Bericht',
  date: 'Datum',
  link: 'Link',
  reason: 'Grund',
  password: 'Passwort',
};

const made: ResultRow = {
  address: 'https://a.example/?a=1,2;3',
  state: 'Fertig',
  result: 'Gut',
  score: 87,
  issues: 9,
  privacy: 'Privat',
  report: '7',
  date: '2026-11-20 10:11',
  link: 'https://reports.example/7',
  reason: null,
  password: null,
};
const none = { result: null, score: null, issues: null, report: null, date: null, link: null };
const failed: ResultRow = { ...made, ...none, address: '=1+1', reason: '@SUM(A1) "No."' };

it('the CSV of a batch has the given words and delimiter, and no formulas', () => {
  expect(resultCsv([made, failed], HEADS, ';')).toBe(
    [
      '\ufeffAdresse;Status;Ergebnis;Punktzahl;Probleme;Sichtbarkeit;Bericht;Datum;Link;Grund',
      '"https://a.example/?a=1,2;3";Fertig;Gut;87;9;Privat;7;2026-11-20 10:11;https://reports.example/7;',
      `"'=1+1";Fertig;;;;Privat;;;;"'@SUM(A1) ""No."""`,
      '',
    ].join('\r\n'),
  );
});

it('the CSV of a batch has a column of passwords where a password is known', () => {
  const [head, row] = resultCsv([{ ...made, password: 'key,1' }], HEADS, ',').split('\r\n');
  expect(head).toMatch(/,Grund,Passwort$/);
  expect(row).toMatch(/,"key,1"$/);
});

it('copied rows have address, score and link between tabs, without formulas', () => {
  expect(resultLines([made, { ...failed, score: 5 }])).toBe(
    `https://a.example/?a=1,2;3\t87\thttps://reports.example/7\n"'=1+1"\t5\t`,
  );
});

it.each(readdirSync('components/text/locales'))(
  'addresses are found again in our own CSV file in the language %s',
  async (file) => {
    await useMessages(file.replace('.yml', ''));
    const rows = [1, 2].map((page) => ({ ...made, address: `https://a.example/${page}` }));
    const text = resultCsv(rows, resultHeads(), cellDelimiter());
    const table = readTable(text, (cell) => cell.startsWith('https://'));
    expect(table?.cells).toEqual(rows.map(({ address }) => address));
  },
);

it.each([
  ['en', ','],
  ['de', ';'],
  ['pt_BR', ';'],
  ['ja', ','],
])(
  'cells in the language %s are separated as spreadsheets expect: %s',
  async (locale, delimiter) => {
    await useMessages(locale);
    expect(cellDelimiter()).toBe(delimiter);
  },
);
