/**
 * The rows of a view, with all values that depend on these rows. The head, the chips, the table and
 * the words for no rows read the same value, and therefore agree.
 */
export interface RowsView<Row, Order, Empty> {
  /** All rows that pass the filters, in the order of the table. */
  rows: readonly Row[];
  /** The number of `rows`. */
  count: number;
  /** The number of rows without filters. */
  total: number;
  /** Null for the order of the source. */
  order: Order | null;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Why there are no rows; null if there are rows, or if the rows are not known yet. */
  empty: Empty | null;
}
