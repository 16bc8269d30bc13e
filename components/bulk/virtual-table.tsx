import type { ComponentChildren } from 'preact';
import type { VirtualRows } from './virtual-rows';

interface VirtualTableProps {
  rows: VirtualRows;
  label: string;
  class?: string;
  /** What stands above each column. */
  columns: ComponentChildren[];
  /** The key of a row. */
  keyOf: (index: number) => number | undefined;
  /** The cells of a row. */
  children: (index: number) => ComponentChildren;
  tabIndex?: number;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A table of so many rows that only those in sight are drawn. */
export function VirtualTable({ rows, label, columns, ...props }: VirtualTableProps) {
  const { keyOf, children: cells, class: name = '', ...attributes } = props;
  return (
    <div
      {...attributes}
      ref={rows.scroller}
      class={`bulk-table ${name}`}
      role="table"
      aria-label={label}
      aria-rowcount={rows.count + 1}
    >
      <div class="bulk-head" role="row" aria-rowindex={1}>
        {columns.map((column, index) => (
          <span key={index} role="columnheader">
            {column}
          </span>
        ))}
      </div>
      <div class="bulk-rows" role="rowgroup" style={{ '--rows': rows.count }}>
        {rows.drawn.map((index) => (
          <div
            key={keyOf(index)}
            class="bulk-row"
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
