import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The number of rows at the top of the table, about as many as are visible. */
const TOP_ROWS = 40;

/** Target duration of a task that draws rows below the top rows, in milliseconds. */
const CHUNK_MS = 22;
/** The number of rows in the first chunk. Later chunks have as many rows as fit in `CHUNK_MS`. */
const FIRST_CHUNK = 100;
const MIN_CHUNK = 50;
const MAX_CHUNK = 200;

/** A row in the document. A row that has not changed is the object of the drawing before. */
export interface DrawnRow<Item> {
  item: Item;
  index: number;
}

interface DrawnRows<Item> {
  /** The rows in their order. A row that waits for its change has its former item and index. */
  rows: readonly DrawnRow<Item>[];
  /** Whether all rows up to the limit are drawn in their current version. */
  isComplete: boolean;
}

interface Drawing<Item, Key> {
  keyOf: (item: Item) => Key;
  /** The rows in the document. */
  drawn: ReadonlyMap<Key, DrawnRow<Item>>;
  /** Only the first `limit` items, and the focused item, have rows. */
  limit: number;
  /** Number of rows below the top rows to add or change in this task. */
  most: number;
  /**
   * The row that had the focus last, which is always drawn in its current version; null for none.
   */
  focused: Key | null;
}

/**
 * Returns the rows to draw: all rows that are already drawn, the top rows, and a chunk of new and changed
 * rows below. Below the top rows, a changed row waits until all new rows are drawn.
 */
export function nextDrawnRows<Item, Key>(
  items: readonly Item[],
  { keyOf, drawn, limit, most, focused }: Drawing<Item, Key>,
): DrawnRows<Item> {
  const rows: DrawnRow<Item>[] = [];
  const isRowMissing = items.slice(0, limit).some((item) => !drawn.has(keyOf(item)));
  let left = most;
  let isComplete = true;
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    const isFocused = key === focused;
    if (index >= limit && !isFocused) continue;
    const former = drawn.get(key);
    const isAtOnce = isFocused || index < TOP_ROWS;
    const isDeferred = former !== undefined && isRowMissing;
    if (former?.item === item && former.index === index) {
      rows.push(former);
    } else if (isAtOnce || (left > 0 && !isDeferred)) {
      rows.push({ item, index });
      if (!isAtOnce) left -= 1;
    } else {
      if (former !== undefined) rows.push(former);
      isComplete = false;
    }
  }
  return { rows, isComplete };
}

/**
 * Returns the number of rows in the next chunk.
 * @param duration time to draw the last chunk, in milliseconds
 */
export function nextChunkSize(lastSize: number, duration: number): number {
  const size = Math.round((lastSize * CHUNK_MS) / duration);
  return Math.min(Math.max(size, MIN_CHUNK), MAX_CHUNK);
}

/**
 * Draws new and changed rows in chunks, one chunk in each task, so that no task is long. A timer starts each
 * chunk. A render for another reason draws only the top rows, because it also draws other parts of the page.
 */
export function useDrawnRows<Item, Key>(
  items: readonly Item[],
  drawing: Pick<Drawing<Item, Key>, 'keyOf' | 'limit' | 'focused'>,
): readonly DrawnRow<Item>[] {
  const drawn = useRef<ReadonlyMap<Key, DrawnRow<Item>>>(new Map());
  const [chunk, setChunk] = useState(0);
  const lastChunk = useRef(0);
  const chunkSize = useRef(FIRST_CHUNK);
  const drawsChunk = chunk !== lastChunk.current;
  const most = drawsChunk ? chunkSize.current : 0;
  const startedAt = performance.now();
  const { rows, isComplete } = nextDrawnRows(items, { ...drawing, drawn: drawn.current, most });
  useLayoutEffect(() => {
    drawn.current = new Map(rows.map((row) => [drawing.keyOf(row.item), row]));
    lastChunk.current = chunk;
    if (isComplete) return undefined;
    if (drawsChunk) chunkSize.current = nextChunkSize(most, performance.now() - startedAt);
    // A timer, not `requestAnimationFrame`: the next frame may begin long after the end of a chunk.
    const timer = setTimeout(() => setChunk(chunk + 1));
    return () => clearTimeout(timer);
  });
  return rows;
}
