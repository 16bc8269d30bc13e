// biome-ignore-all lint/a11y/noRedundantRoles: a grid layout may remove the roles of elements.
import type { ComponentChildren, ComponentProps, VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { hasModifier } from '@/components/ui/modifier-keys';
import { type DrawnRow, useDrawnRows } from './drawn-rows';

/** Number of rows that are drawn at first, and by each press on the button below the table. */
const MAX_DRAWN = 2_000;

/** Number of rows by which Page Up and Page Down move. */
const ROWS_PER_PAGE = 10;

export interface Column {
  class: string;
  head: ComponentChildren;
  /** Absent if the rows are not sorted by the column. */
  sorted?: 'ascending' | 'descending' | undefined;
}

interface LongTableProps<Item, Key extends string | number> {
  label: string;
  /** The style sheet sets the tracks of this class in `--columns`. */
  class: string;
  columns: readonly Column[];
  /** A row is drawn again only if the row is another object. */
  rows: readonly Item[];
  keyOf: (row: Item) => Key;
  /** When this value changes, the table scrolls to the first row, and Tab reaches this row. */
  resetKey: unknown;
  /** If this function changes, all rows are drawn again. */
  rowClass?: (row: Item) => string;
  /**
   * Returns the cells of a row. Only controls of the current row get a `tabIndex` of 0. If this
   * function changes, all rows are drawn again.
   */
  children: (row: Item, isCurrent: boolean) => ComponentChildren;
  isBusy?: boolean;
  /** `preventDefault` stops the table from handling the key. */
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Called when a key moves the focus from one row to another. */
  onMove?: (event: KeyboardEvent, from: Item, to: Item) => void;
}

interface RowElement {
  element: VNode;
  isCurrent: boolean;
}

const FIRST_ROW = { key: null, index: 0 };

/**
 * A table of up to thousands of rows. All rows are in the document, so that the browser finds and
 * selects their text. Arrow keys move between rows. Tab reaches only the current row.
 */
export function LongTable<Item, Key extends string | number>(props: LongTableProps<Item, Key>) {
  const { label, class: name, columns, rows, keyOf, resetKey, rowClass, isBusy } = props;
  const { children: cells } = props;
  const table = useRef<HTMLTableElement>(null);
  const [limit, setLimit] = useState(MAX_DRAWN);
  const count = Math.min(rows.length, limit);
  /** The row that had the focus last. If the row disappears, the row at its index is current. */
  const [lastFocused, setLastFocused] = useState<{ key: Key | null; index: number }>(FIRST_ROW);
  const lastIndex =
    lastFocused.key === null ? -1 : rows.findIndex((row) => keyOf(row) === lastFocused.key);
  const isGone = lastIndex < 0;
  const current = isGone ? Math.min(lastFocused.index, Math.max(0, count - 1)) : lastIndex;
  const currentRow = rows[current];
  const currentKey = currentRow === undefined ? null : keyOf(currentRow);
  const drawn = useDrawnRows(rows, { keyOf, limit, focused: lastFocused.key });
  /** The elements of the rows. Preact skips an element that is drawn already. */
  const elements = useMemo(() => new WeakMap<DrawnRow<Item>, RowElement>(), [rowClass, cells]);
  /** Tag name of the element to focus in the current row; null if no press has moved the focus. */
  const tagToFocus = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (tagToFocus.current === null) return;
    const row = table.current?.querySelector(`tr[data-key="${CSS.escape(`${currentKey}`)}"]`);
    const target =
      row?.querySelector<HTMLElement>(`${tagToFocus.current}[tabindex]`) ??
      row?.querySelector<HTMLElement>('.row, [tabindex]');
    tagToFocus.current = null;
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  });

  useLayoutEffect(() => {
    setLastFocused(FIRST_ROW);
    setLimit(MAX_DRAWN);
    if ((table.current?.getBoundingClientRect().top ?? 0) < 0) table.current?.scrollIntoView();
  }, [resetKey]);

  function moveTo(index: number, tag: string): void {
    tagToFocus.current = tag;
    noteFocus(index);
  }

  function noteFocus(index: number): void {
    const row = rows[index];
    setLastFocused({ key: row === undefined ? null : keyOf(row), index });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const focused = event.target instanceof Element ? event.target : null;
    if (focused?.closest('tbody') == null) return;
    props.onKeyDown?.(event);
    if (hasModifier(event)) return;
    const next = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + ROWS_PER_PAGE,
      PageUp: current - ROWS_PER_PAGE,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (next === undefined || event.defaultPrevented) return;
    event.preventDefault();
    const to = Math.min(Math.max(next, 0), count - 1);
    const target = rows[to];
    if (currentRow !== undefined && target !== undefined) props.onMove?.(event, currentRow, target);
    moveTo(to, focused.localName);
  }

  function onFocusIn({ target }: FocusEvent): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('tbody tr') : null;
    const index = rows.findIndex((one) => `${keyOf(one)}` === row?.dataset.key);
    if (index >= 0) noteFocus(index);
  }

  function elementOf(row: DrawnRow<Item>): VNode {
    const key = keyOf(row.item);
    const isCurrent = key === currentKey;
    const known = elements.get(row);
    if (known?.isCurrent === isCurrent) return known.element;
    const element = (
      <Row key={key} id={key} {...row} isCurrent={isCurrent} rowClass={rowClass}>
        {cells}
      </Row>
    );
    elements.set(row, { element, isCurrent });
    return element;
  }

  return (
    <>
      <table
        ref={table}
        role="table"
        class={`table long-table has-cards ${name}`}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-busy={isBusy}
        onKeyDown={onKeyDown}
        onFocusIn={onFocusIn}
      >
        <thead role="rowgroup" class="quiet small">
          <tr role="row" aria-rowindex={1}>
            {columns.map(({ class: column, head, sorted }) => (
              <th key={column} role="columnheader" scope="col" class={column} aria-sort={sorted}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {/* The height of all rows from the beginning: the content below does not move during drawing. */}
        <tbody role="rowgroup" style={{ minBlockSize: `calc(${count} * var(--row-size))` }}>
          {drawn.map(elementOf)}
        </tbody>
      </table>
      {count < rows.length && (
        <p class="inset">
          <button
            type="button"
            onClick={() => {
              setLimit(limit + MAX_DRAWN);
              moveTo(limit, 'button');
            }}
          >
            {i18n.t('report.showMore', [countText(Math.min(MAX_DRAWN, rows.length - count))])}
          </button>
        </p>
      )}
    </>
  );
}

interface RowProps<Item> extends DrawnRow<Item> {
  id: string | number;
  isCurrent: boolean;
  rowClass: ((row: Item) => string) | undefined;
  children: (row: Item, isCurrent: boolean) => ComponentChildren;
}

/**
 * `rowClass` and `children` read signals in this component, so that a changed signal redraws only
 * this row.
 */
function Row<Item>({ id, item, index, isCurrent, rowClass, children: cells }: RowProps<Item>) {
  return (
    <tr
      role="row"
      class={`table-row ${rowClass?.(item) ?? ''}`}
      aria-rowindex={index + 2}
      data-key={id}
    >
      {cells(item, isCurrent)}
    </tr>
  );
}

/** A cell of a row of a `LongTable`. */
export function RowCell(props: ComponentProps<'td'>) {
  return <td role="cell" {...props} />;
}
