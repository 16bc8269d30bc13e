import {
  defaultRangeExtractor,
  observeWindowRect,
  type Range,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows beyond those in sight that are drawn all the same. */
const OVERSCAN = 5;

/** So many rows the keys for a page go. */
const PAGE = 10;

/** A column, in the order of the cells of a row. */
export interface Column {
  /** The class of its cells, which the style sheet gives a width. */
  class: string;
  /** What stands above it. */
  head: ComponentChildren;
  /** How the rows are sorted by it; absent where they are not. */
  sorted?: 'ascending' | 'descending' | undefined;
}

interface VirtualTableProps<Key extends string | number> {
  label: string;
  class: string;
  columns: readonly Column[];
  /** The keys of the rows, in order. */
  rows: readonly Key[];
  /** Another value begins at the first row: the rows are of something else, or in another order. */
  start: unknown;
  rowClass?: (index: number) => string;
  /**
   * The cells of a row.
   * @param isCurrent whether it is the row that is tabbed to
   */
  children: (index: number, isCurrent: boolean) => ComponentChildren;
  isBusy?: boolean;
  /** A key is pressed in a row, before the table takes it; what is prevented the table leaves alone. */
  onKeyDown?: (event: KeyboardEvent) => void;
  /** A key moves the focus from a row to another. */
  onMove?: (event: KeyboardEvent, from: number, to: number) => void;
}

/**
 * A table of so many rows that only those in sight are drawn, between rows as high as those that are not. The
 * window scrolls it, and its head stays. The arrow keys go from row to row, and one of them is tabbed to.
 */
export function VirtualTable<Key extends string | number>(props: VirtualTableProps<Key>) {
  const { label, class: name, columns, rows, start, rowClass, children: cells, isBusy } = props;
  const table = useRef<HTMLTableElement>(null);
  /** The row that has the focus or had it last, with its place should it go. */
  const [last, setLast] = useState<{ key: Key | null; index: number }>({ key: null, index: 0 });
  const known = last.key === null ? -1 : rows.indexOf(last.key);
  const current = known < 0 ? Math.min(last.index, Math.max(0, rows.length - 1)) : known;
  const drawn = useDrawnRows(table, rows.length, current);
  /** What takes the focus in the current row, if that has one, by its tag name; null unless a key has moved it. */
  const moved = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (moved.current === null) return;
    const row = table.current?.querySelector(`tr[aria-rowindex="${current + 2}"]`);
    const target =
      row?.querySelector<HTMLElement>(`${moved.current}[tabindex]`) ??
      row?.querySelector<HTMLElement>('.row');
    moved.current = null;
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  });

  useLayoutEffect(() => {
    setLast({ key: null, index: 0 });
    if ((table.current?.getBoundingClientRect().top ?? 0) < 0) table.current?.scrollIntoView();
  }, [start]);

  function onKeyDown(event: KeyboardEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('tbody') == null) return;
    props.onKeyDown?.(event);
    const next = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + PAGE,
      PageUp: current - PAGE,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (next === undefined || event.defaultPrevented) return;
    event.preventDefault();
    const to = Math.min(Math.max(next, 0), rows.length - 1);
    props.onMove?.(event, current, to);
    moved.current = target.localName;
    setLast({ key: rows[to] ?? null, index: to });
  }

  function onFocusIn({ target }: FocusEvent): void {
    const row = target instanceof Element ? target.closest('tbody tr') : null;
    if (row === null) return;
    const index = Number(row.getAttribute('aria-rowindex')) - 2;
    setLast({ key: rows[index] ?? null, index });
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

/** The rows that are drawn, and one as high as all those between two of them. */
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
    ...drawn.flatMap((index, at) => [spacer((drawn[at - 1] ?? -1) + 1, index), row(index)]),
    spacer((drawn.at(-1) ?? -1) + 1, count),
  ];
}

/**
 * The indexes of the rows to draw, in order.
 * @param kept the row that is drawn wherever it is: the one with the focus
 */
function useDrawnRows(
  table: RefObject<HTMLTableElement | null>,
  count: number,
  kept: number,
): readonly number[] {
  const [height, setHeight] = useState(36);
  const [, setChanges] = useState(0);
  const [virtualizer] = useState(() => new Virtualizer<Window, HTMLElement>(options()));

  /** How far the rows have been scrolled off: whatever stands above them may change its height. */
  function observeElementOffset(
    _: unknown,
    report: (offset: number, isScrolling: boolean) => void,
  ) {
    const read = () => {
      const top = table.current?.tBodies[0]?.getBoundingClientRect().top ?? 0;
      report(Math.max(0, -top), false);
    };
    read();
    addEventListener('scroll', read, { passive: true });
    addEventListener('resize', read);
    return () => {
      removeEventListener('scroll', read);
      removeEventListener('resize', read);
    };
  }

  function options() {
    return {
      ...{ count, observeElementOffset, observeElementRect: observeWindowRect },
      getScrollElement: () => window,
      estimateSize: () => height,
      // The browser brings the focus into view by itself.
      scrollToFn() {},
      initialRect: { width: innerWidth, height: innerHeight },
      overscan: OVERSCAN,
      onChange: () => setChanges((before) => before + 1),
      rangeExtractor: (range: Range) => withKept(defaultRangeExtractor(range), kept, count),
    };
  }

  virtualizer.setOptions(options());
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => {
    if (!table.current) return;
    const [body] = table.current.tBodies;
    // Larger text, fingers and narrow windows make rows higher.
    const observer = new ResizeObserver(() => {
      const row = body?.querySelector('.table-row');
      if (row) setHeight(row.getBoundingClientRect().height);
    });
    observer.observe(table.current);
    return () => observer.disconnect();
  }, [table]);
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  return virtualizer.getVirtualIndexes();
}

function withKept(indexes: number[], kept: number, count: number): number[] {
  if (kept >= count || indexes.includes(kept)) return indexes;
  return [...indexes, kept].sort((one, other) => one - other);
}
