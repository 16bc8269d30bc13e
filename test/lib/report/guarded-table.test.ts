import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { guardedCsv, guardedLines } from '@/lib/report/guarded-table';

it.each([
  '=1+1',
  "@cmd|' /C calc'!A0",
  '\tx',
  '=1\n+1',
  // OWASP/www-community#1115.
  '\n=1',
  // OWASP/www-community#1088.
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
])('a formula %j is guarded in a CSV file and in lines to paste into a spreadsheet', (cell) => {
  const inFile = cell.replace(/\n(?=[=+])/g, "\n'");
  expect(guardedCsv([[cell]], ',')).toBe(`\ufeff"'${inFile}"\r\n`);
  expect(guardedLines([[cell]])).toBe(`"'${cell}"`);
});

it.each<[string, ',' | ';', string]>([
  // A path parameter, RFC 3986, section 3.3.
  ["https://a.example/;=cmd|' /C calc'!A0", ',', "https://a.example/;'=cmd|' /C calc'!A0"],
  ['https://a.example/;=cmd|x', ',', 'https://a.example/;%3Dcmd|x'],
  ['https://a.example/?q=1,+2', ';', 'https://a.example/?q=1,%2B2'],
  ['Prices; "=1+1', ',', 'Prices; "\'=1+1'],
  ['Two lines\n@SUM(A1)', ',', "Two lines\n'@SUM(A1)"],
  ['a\t-1', ';', "a\t'-1"],
  ['a;＝1', ',', "a;'＝1"],
])(
  'a text %j in a file with the delimiter %s is not a formula in a program with another delimiter',
  (cell, delimiter, text) => {
    const csv = guardedCsv([[cell]], delimiter);
    expect(Papa.parse<string[]>(csv.slice(1).trimEnd(), { delimiter }).data).toEqual([[text]]);
    for (const other of [',', ';', '\t']) {
      const cells = csv
        .slice(1)
        .split(/\r\n|\n/)
        .flatMap((line) => line.split(other));
      expect(cells.filter((one) => /^["\s]*[=+\-@＝＋－＠]/.test(one))).toEqual([]);
    }
  },
);

it("an address stays unchanged if `@` or `-` follows only the file's own delimiter", () => {
  const map = 'https://maps.example/@48.85,-2.35';
  expect(guardedCsv([[map]], ',')).toBe(`\ufeff"${map}"\r\n`);
});

it.each(['1 = 1', 'ー', '（＝）', -3])('a cell %j stays unchanged', (cell) => {
  expect(guardedLines([[cell]])).toBe(String(cell));
});

it('a table has no invisible characters', () => {
  const tags = '\u{e0049}\u{e0067}';
  expect(guardedLines([[`a${tags}\u202eb`, `${tags}=1`]])).toBe(`a b\t"'=1"`);
  expect(guardedCsv([[`a${tags}`]], ',')).toBe('\ufeffa\r\n');
});
