import { beforeEach, expect, it, vi } from 'vitest';
import { VirtualTable } from '@/components/ui/table/virtual-table';
import { all, draw, isHandled, key, one, useEnglish } from '../../../support/view';
import { waitUntil } from '../../../support/wait-until';

beforeEach(useEnglish);

function drawTable(rows: readonly string[], resetKey: unknown = 0, onMove = vi.fn()) {
  draw(
    <VirtualTable
      label="Sample"
      class="sample"
      columns={[{ class: 'cell-address', head: 'Address', sorted: 'ascending' }]}
      rows={rows}
      resetKey={resetKey}
      onMove={onMove}
    >
      {(index, isCurrent) => (
        <td>
          <button type="button" tabIndex={isCurrent ? 0 : -1}>
            {rows[index]}
          </button>
        </td>
      )}
    </VirtualTable>,
  );
  return onMove;
}

const rowsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `row ${index}`);

const focusedText = () => document.activeElement?.textContent;

const namesInTabOrder = () =>
  all('button')
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ textContent }) => textContent);

it.each([2_000, 20_000])(
  'a table of %i rows draws only the visible rows, and states the number of all rows',
  async (count) => {
    drawTable(rowsUpTo(count));
    const table = await one('table', 'Sample');
    expect(table.getAttribute('aria-rowcount')).toBe(String(count + 1));
    const rows = all('row').filter((row) => row.classList.contains('table-row'));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.length).toBeLessThan(60);
    expect(rows.map((row) => row.getAttribute('aria-rowindex')).slice(0, 2)).toEqual(['2', '3']);
    expect(all('columnheader')[0]?.getAttribute('aria-sort')).toBe('ascending');
  },
);

it('arrow keys, Home and End move the focus, and Tab reaches one row only', async () => {
  const onMove = drawTable(rowsUpTo(2_000));
  expect(namesInTabOrder()).toEqual(['row 0']);
  (await one('button', 'row 0')).focus();
  for (const [pressed, expected] of [
    ['ArrowDown', 'row 1'],
    ['PageDown', 'row 11'],
    ['End', 'row 1999'],
    ['ArrowDown', 'row 1999'],
    ['ArrowUp', 'row 1998'],
    ['Home', 'row 0'],
  ] as const) {
    key(pressed);
    await waitUntil(() => expect([pressed, focusedText()]).toEqual([pressed, expected]));
  }
  expect(onMove.mock.calls.slice(0, 2).map(([, ...indexes]) => indexes)).toEqual([
    [0, 1],
    [1, 11],
  ]);
});

it.each([
  ['Home', { altKey: true }],
  ['ArrowUp', { metaKey: true }],
  ['PageDown', { ctrlKey: true }],
])('the key %s with %j is left to the browser', async (name, modifier) => {
  drawTable(rowsUpTo(20));
  (await one('button', 'row 3')).focus();
  expect(isHandled(name, modifier)).toBe(false);
  expect(focusedText()).toBe('row 3');
});

it('the focused row keeps the focus when rows arrive above it', async () => {
  const rows = rowsUpTo(100);
  drawTable(rows);
  (await one('button', 'row 3')).focus();
  drawTable(['new', ...rows]);
  expect(focusedText()).toBe('row 3');
  await waitUntil(() => expect(namesInTabOrder()).toEqual(['row 3']));
  key('ArrowDown');
  await waitUntil(() => expect(focusedText()).toBe('row 4'));
  // The focused row is drawn even when it is out of sight.
  drawTable([...rowsUpTo(200).map((row) => `other ${row}`), ...rows]);
  await waitUntil(() => expect(focusedText()).toBe('row 4'));
});

it('Tab reaches the next row after a removal, and the first row after `resetKey` changes', async () => {
  const rows = rowsUpTo(20);
  drawTable(rows);
  (await one('button', 'row 5')).focus();
  drawTable(rows.filter((row) => row !== 'row 5'));
  await waitUntil(() => expect(namesInTabOrder()).toEqual(['row 6']));
  drawTable(rows, 1);
  await waitUntil(() => expect(namesInTabOrder()).toEqual(['row 0']));
});
