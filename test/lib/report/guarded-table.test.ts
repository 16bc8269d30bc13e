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
])('a cell %j that spreadsheets would compute is guarded in a file and in lines', (cell) => {
  expect(guardedCsv([[cell]], ',')).toBe(`\ufeff"'${cell}"\r\n`);
  expect(guardedLines([[cell]])).toBe(`"'${cell}"`);
});

it.each(['1 = 1', 'ー', '（＝）', -3])('a cell %j is left as it is', (cell) => {
  expect(guardedLines([[cell]])).toBe(String(cell));
});
