import {
  defaultRangeExtractor,
  observeWindowRect,
  type Range,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hasModifier } from '@/components/ui/modifier-keys';

/** Number of rows that are drawn above and below the visible rows. */
const OVERSCAN = 5;

/** Number of rows by which Page Up and Page Down move. */
const ROWS_PER_PAGE = 10;

export interface Column {
  /** The style sheet sets the width of this class. */
  class: string;
  head: ComponentChildren;
  /** Absent if the rows are not sorted by the column. */
  sorted?: 'ascending' | 'descending' | undefined;
}

interface VirtualTableProps<Key extends string | number> {
  label: string;
  class: string;
  columns: readonly Column[];
  rows: readonly Key[];
  /** When this value changes, the table scrolls to the first row and makes it the row that Tab reaches. */
  resetKey: unknown;
  rowClass?: (index: number) => string;
  /** Returns the cells of a row. Only controls of the current row get a `tabIndex` of 0. */
  children: (index: number, isCurrent: boolean) => ComponentChildren;
  isBusy?: boolean;
  /** `preventDefault` stops the table from handling the key. */
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Called when a key moves the focus from one row to another. */
  onMove?: (event: KeyboardEvent, from: number, to: number) => void;
}

/** Draws only the visible rows. Arrow keys move between rows. Tab reaches only the current row. */
export function VirtualTable<Key extends string | number>(props: VirtualTableProps<Key>) {
  const { label, class: name, columns, rows, resetKey, rowClass, children: cells, isBusy } = props;
  const table = useRef<HTMLTableElement>(null);
  /** The row that had the focus last. If the row disappears, the row at its index is current. */
  const [lastFocused, setLastFocused] = useState<{ key: Key | null; index: number }>({
    key: null,
    index: 0,
  });
  const lastIndex = lastFocused.key === null ? -1 : rows.indexOf(lastFocused.key);
  const isGone = lastIndex < 0;
  const current = isGone ? Math.min(lastFocused.index, Math.max(0, rows.length - 1)) : lastIndex;
  const drawn = useDrawnRows(table, rows.length, current);
  /** Tag name of the element to focus in the current row; null if no key press has moved the focus. */
  const tagToFocus = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (tagToFocus.current === null) return;
    const row = table.current?.querySelector(`tr[aria-rowindex="${current + 2}"]`);
    const target =
      row?.querySelector<HTMLElement>(`${tagToFocus.current}[tabindex]`) ??
      row?.querySelector<HTMLElement>('.row');
    tagToFocus.current = null;
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  });

  useLayoutEffect(() => {
    setLastFocused({ key: null, index: 0 });
    if ((table.current?.getBoundingClientRect().top ?? 0) < 0) table.current?.scrollIntoView();
  }, [resetKey]);

  function onKeyDown(event: KeyboardEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('tbody') == null) return;
    props.onKeyDown?.(event);
    if (hasModifier(event)) return;
    const next = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + ROWS_PER_PAGE,
      PageUp: current - ROWS_PER_PAGE,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (next === undefined || event.defaultPrevented) return;
    event.preventDefault();
    const to = Math.min(Math.max(next, 0), rows.length - 1);
    props.onMove?.(event, current, to);
    tagToFocus.current = target.localName;
    setLastFocused({ key: rows[to] ?? null, index: to });
  }

  function onFocusIn({ target }: FocusEvent): void {
    const row = target instanceof Element ? target.closest('tbody tr') : null;
    if (row === null) return;
    const index = Number(row.getAttribute('aria-rowindex')) - 2;
    setLastFocused({ key: rows[index] ?? null, index });
  }

  return (
    <table
      ref={table}
      class={`virtual-table ${name}`}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-busy={isBusy}
      onKeyDown={onKeyDown}
      onFocusIn={onFocusIn}
    >
      <thead>
        <tr aria-rowindex={1}>
          {columns.map(({ class: column, head, sorted }) => (
            <th key={column} scope="col" class={column} aria-sort={sorted}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {withSpacers(drawn, rows.length, columns.length, (index) => (
          <tr
            key={rows[index]}
            class={`table-row ${rowClass?.(index) ?? ''}`}
            aria-rowindex={index + 2}
            data-key={rows[index]}
          >
            {cells(index, index === current)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Draws rows, and spacers in place of rows that are not drawn. */
function withSpacers(
  drawn: readonly number[],
  count: number,
  columns: number,
  row: (index: number) => ComponentChildren,
): ComponentChildren[] {
  const spacer = (from: number, to: number) =>
    from < to && (
      <tr
        key={`spacer before ${to === count ? 'end' : to}`}
        class="spacer"
        style={{ blockSize: `calc(${to - from} * var(--row-size))` }}
      >
        <td colSpan={columns} />
      </tr>
    );
  return [
    ...drawn.flatMap((index, position) => [
      spacer((drawn[position - 1] ?? -1) + 1, index),
      row(index),
    ]),
    spacer((drawn.at(-1) ?? -1) + 1, count),
  ];
}

/** @param current index of the row that Tab reaches, which is drawn even when it is not visible */
function useDrawnRows(
  table: RefObject<HTMLTableElement | null>,
  count: number,
  current: number,
): readonly number[] {
  const [rowHeight, setRowHeight] = useState(36);
  const [, setRenderCount] = useState(0);
  const [virtualizer] = useState(() => new Virtualizer<Window, HTMLElement>(options()));

  /** Measures from the first row. The page's own scroll offset includes the content above the table. */
  function observeElementOffset(
    _: unknown,
    onOffset: (offset: number, isScrolling: boolean) => void,
  ) {
    const measure = () => {
      const top = table.current?.tBodies[0]?.getBoundingClientRect().top ?? 0;
      onOffset(Math.max(0, -top), false);
    };
    measure();
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }

  function options() {
    return {
      count,
      observeElementOffset,
      observeElementRect: observeWindowRect,
      getScrollElement: () => window,
      estimateSize: () => rowHeight,
      // The browser scrolls the focused element into view.
      scrollToFn() {},
      initialRect: { width: innerWidth, height: innerHeight },
      overscan: OVERSCAN,
      onChange: () => setRenderCount((before) => before + 1),
      rangeExtractor: (range: Range) => withCurrent(defaultRangeExtractor(range), current, count),
    };
  }

  virtualizer.setOptions(options());
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => {
    if (!table.current) return;
    const [body] = table.current.tBodies;
    // Text size, touch screens and narrow windows change the height of rows.
    const observer = new ResizeObserver(() => {
      const row = body?.querySelector('.table-row');
      if (row) setRowHeight(row.getBoundingClientRect().height);
    });
    observer.observe(table.current);
    return () => observer.disconnect();
  }, [table]);
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return virtualizer.getVirtualIndexes();
}

function withCurrent(indexes: number[], current: number, count: number): number[] {
  if (current >= count || indexes.includes(current)) return indexes;
  return [...indexes, current].sort((one, other) => one - other);
}
