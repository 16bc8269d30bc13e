import type { ComponentChildren } from 'preact';
import type { VirtualRows } from './virtual-rows';

interface VirtualTableProps {
  rows: VirtualRows;
  label: string;
  class?: string;
  /** What stands above each column. */
  columns: ComponentChildren[];
  /** The column by which the rows are sorted, counted from 0, and how. */
  sorted?: { column: number; order: 'ascending' | 'descending' };
  /** The key of a row. */
  keyOf: (index: number) => number | string | undefined;
  /** What else the class of a row says. */
  rowClass?: (index: number) => string;
  /** The cells of a row. */
  children: (index: number) => ComponentChildren;
  isBusy?: boolean;
  tabIndex?: number;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A table of so many rows that only those in sight are drawn. */
export function VirtualTable({ rows, label, columns, ...props }: VirtualTableProps) {
  const {
    sorted,
    keyOf,
    rowClass,
    children: cells,
    isBusy,
    class: name = '',
    ...attributes
  } = props;
  return (
    <div
      {...attributes}
      ref={rows.scroller}
      class={`bulk-table ${name}`}
      role="table"
      aria-label={label}
      aria-rowcount={rows.count + 1}
      aria-busy={isBusy}
    >
      <div class="bulk-head" role="row" aria-rowindex={1}>
        {columns.map((column, index) => (
          <span
            key={index}
            role="columnheader"
            aria-sort={sorted?.column === index ? sorted.order : undefined}
          >
            {column}
          </span>
        ))}
      </div>
      <div class="bulk-rows" role="rowgroup" style={{ '--rows': rows.count }}>
        {rows.drawn.map((index) => (
          <div
            key={keyOf(index)}
            class={`bulk-row ${rowClass?.(index) ?? ''}`}
            role="row"
            aria-rowindex={index + 2}
            style={{ '--row': index }}
          >
            {cells(index)}
          </div>
        ))}
      </div>
    </div>
  );
}
