import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LongTable, RowCell } from '@/components/ui/table/long-table';
import { all, draw, one, pressKey, useEnglish } from '../../../support/view';
import { waitUntil } from '../../../support/wait-until';

beforeEach(useEnglish);

const cells = (row: string, isCurrent: boolean) => (
  <RowCell>
    <button type="button" tabIndex={isCurrent ? 0 : -1}>
      {row}
    </button>
  </RowCell>
);

function drawTable(rows: readonly string[], resetKey: unknown = 0, onMove = vi.fn()) {
  draw(
    <LongTable
      label="Sample"
      class="sample"
      columns={[{ class: 'cell-address', head: 'Address', sorted: 'ascending' }]}
      rows={rows}
      keyOf={(row) => row}
      resetKey={resetKey}
      onMove={onMove}
    >
      {cells}
    </LongTable>,
  );
  return onMove;
}

const rowsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `row ${index}`);

/** Counts rows without a query by role, because such a query is slow for thousands of rows. */
const drawnCount = () => document.querySelector('tbody')?.childElementCount;

const expectDrawn = (count: number) => waitUntil(() => expect(drawnCount()).toBe(count));

const focusedText = () => document.activeElement?.textContent;

const namesInTabOrder = () =>
  [...document.querySelectorAll<HTMLElement>('tbody button')]
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ textContent }) => textContent);

const drawMoreButton = () => document.querySelector<HTMLElement>('table + p button');

/** Finds a drawn row by its text. */
function rowButton(text: string): HTMLElement {
  const button = [...document.querySelectorAll<HTMLElement>('tbody button')].find(
    ({ textContent }) => textContent === text,
  );
  if (button === undefined) throw new Error(`${text} is not drawn.`);
  return button;
}

describe('a table', () => {
  it('has explicit roles, and states the number of all rows', async () => {
    drawTable(rowsUpTo(3));
    const table = await one('table', 'Sample');
    expect(table.getAttribute('aria-rowcount')).toBe('4');
    const roles = [table, ...table.querySelectorAll('*')].map((part) => part.getAttribute('role'));
    const row = ['row', 'cell', null];
    const head = ['rowgroup', 'row', 'columnheader'];
    expect(roles).toEqual(['table', ...head, 'rowgroup', ...row, ...row, ...row]);
    const rowIndexes = all('row').map((part) => part.getAttribute('aria-rowindex'));
    expect(rowIndexes).toEqual(['1', '2', '3', '4']);
    expect(all('columnheader')[0]?.getAttribute('aria-sort')).toBe('ascending');
  });

  it('draws forty rows at once, and all 2,000 rows in the following tasks', async () => {
    const rows = rowsUpTo(2_000);
    drawTable(rows);
    expect(drawnCount()).toBe(40);
    await expectDrawn(2_000);
    const texts = [...(document.querySelector('tbody')?.children ?? [])].map(
      (row) => row.textContent,
    );
    expect(texts).toEqual(rows);
    expect(drawMoreButton()).toBeNull();
  });

  it('adds at most forty rows at once when a filter is removed', async () => {
    drawTable(['row 7', 'row 300']);
    await expectDrawn(2);
    drawTable(rowsUpTo(400));
    await waitUntil(() => expect(drawnCount()).toBeGreaterThan(2));
    expect(drawnCount()).toBeLessThanOrEqual(42);
    await expectDrawn(400);
  });

  it('draws 2,000 of 2,150 rows until a press draws more, and again after `resetKey` changes', async () => {
    drawTable(rowsUpTo(2_150));
    await expectDrawn(2_000);
    rowButton('row 5').focus();
    pressKey('End');
    await waitUntil(() => expect(focusedText()).toBe('row 1999'));
    expect(drawMoreButton()?.textContent).toBe('Show 150 more');
    drawMoreButton()?.click();
    await waitUntil(() => expect(focusedText()).toBe('row 2000'));
    await expectDrawn(2_150);
    expect(drawMoreButton()).toBeNull();
    drawTable(rowsUpTo(2_150), 1);
    await expectDrawn(2_000);
  });
});

interface Sample {
  id: number;
  text: string;
}

const samples = (count: number, text: string): Sample[] =>
  Array.from({ length: count }, (_, id) => ({ id, text }));

const sampleCells = vi.fn(({ text }: Sample) => <RowCell>{text}</RowCell>);

function drawSamples(rows: readonly Sample[]): void {
  sampleCells.mockClear();
  draw(
    <LongTable
      label="Sample"
      class="sample"
      columns={[{ class: 'cell-text', head: 'Text' }]}
      rows={rows}
      keyOf={({ id }) => id}
      resetKey={0}
    >
      {sampleCells}
    </LongTable>,
  );
}

const drawnTexts = () =>
  [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);

const countOf = (text: string) => drawnTexts().filter((one) => one === text).length;

describe('rows that change', () => {
  it('are drawn again from the top, forty at once', async () => {
    drawSamples(samples(200, 'old'));
    await waitUntil(() => expect(countOf('old')).toBe(200));
    drawSamples(samples(200, 'new'));
    expect(drawnTexts().slice(0, 40)).toEqual(Array(40).fill('new'));
    expect(countOf('old')).toBe(160);
    await waitUntil(() => expect(countOf('new')).toBe(200));
    expect(sampleCells).toHaveBeenCalledTimes(200);
  });

  it('are put in a new order at once', async () => {
    const rows = [...samples(120, 'same'), { id: 999, text: 'last' }];
    drawSamples(rows);
    await waitUntil(() => expect(countOf('last')).toBe(1));
    drawSamples(rows.toReversed());
    expect(drawnTexts()[0]).toBe('last');
    await waitUntil(() =>
      expect(all('row').map((row) => Number(row.getAttribute('aria-rowindex')))).toEqual(
        Array.from({ length: 122 }, (_, at) => at + 1),
      ),
    );
  });

  it('do not cause other rows to be drawn again', async () => {
    const rows = samples(120, 'same');
    drawSamples(rows);
    await waitUntil(() => expect(countOf('same')).toBe(120));
    drawSamples(rows.with(7, { id: 7, text: 'changed' }));
    expect(countOf('changed')).toBe(1);
    expect(sampleCells).toHaveBeenCalledTimes(1);
  });

  it('are drawn at once if they have the focus', async () => {
    drawTable(rowsUpTo(300));
    await expectDrawn(300);
    rowButton('row 250').focus();
    drawTable(['new', ...rowsUpTo(300)]);
    expect(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')).toBe('253');
  });
});

describe('the keyboard', () => {
  it('moves the focus by arrow keys, Page keys, Home and End, and by Tab to one row only', async () => {
    const onMove = drawTable(rowsUpTo(300));
    expect(namesInTabOrder()).toEqual(['row 0']);
    rowButton('row 0').focus();
    for (const [pressed, expected] of [
      ['ArrowDown', 'row 1'],
      ['PageDown', 'row 11'],
      ['End', 'row 299'],
      ['ArrowDown', 'row 299'],
      ['ArrowUp', 'row 298'],
      ['Home', 'row 0'],
    ] as const) {
      pressKey(pressed);
      await waitUntil(() => expect([pressed, focusedText()]).toEqual([pressed, expected]));
    }
    expect(onMove.mock.calls.slice(0, 2).map(([, ...rows]) => rows)).toEqual([
      ['row 0', 'row 1'],
      ['row 1', 'row 11'],
    ]);
  });

  it('reaches the last row by End while rows are still being drawn', async () => {
    drawTable(rowsUpTo(2_000));
    rowButton('row 0').focus();
    pressKey('End');
    await waitUntil(() => expect(focusedText()).toBe('row 1999'));
    await expectDrawn(2_000);
    expect(focusedText()).toBe('row 1999');
  });

  it.each([
    ['Home', { altKey: true }],
    ['ArrowUp', { metaKey: true }],
    ['PageDown', { ctrlKey: true }],
  ])('leaves the key %s with %j to the browser', (name, modifier) => {
    drawTable(rowsUpTo(20));
    rowButton('row 3').focus();
    expect(pressKey(name, modifier)).toBe(false);
    expect(focusedText()).toBe('row 3');
  });
});

describe('the focused row', () => {
  it('keeps the focus when rows arrive above it', async () => {
    const rows = rowsUpTo(100);
    drawTable(rows);
    rowButton('row 3').focus();
    drawTable(['new', ...rows]);
    expect(focusedText()).toBe('row 3');
    await waitUntil(() => expect(namesInTabOrder()).toEqual(['row 3']));
    pressKey('ArrowDown');
    await waitUntil(() => expect(focusedText()).toBe('row 4'));
    drawTable([...rowsUpTo(2_000).map((row) => `other ${row}`), ...rows]);
    // The focused row is drawn even beyond the limit.
    await expectDrawn(2_001);
    expect(focusedText()).toBe('row 4');
  });

  it('passes its tab stop to the next row at its removal, and to the first row at a reset', async () => {
    const rows = rowsUpTo(20);
    drawTable(rows);
    rowButton('row 5').focus();
    drawTable(rows.filter((row) => row !== 'row 5'));
    await waitUntil(() => expect(namesInTabOrder()).toEqual(['row 6']));
    drawTable(rows, 1);
    await waitUntil(() => expect(namesInTabOrder()).toEqual(['row 0']));
  });
});
