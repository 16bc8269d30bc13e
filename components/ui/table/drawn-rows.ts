import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The limit of rows that one task adds to the document or changes. */
const CHUNK = 100;

/** A row as it is in the document. A row that stays the same is the same object. */
export interface DrawnRow<Item> {
  item: Item;
  index: number;
}

interface DrawnRows<Item> {
  /** The rows in their order. A row that waits for its change has its former item and index. */
  rows: readonly DrawnRow<Item>[];
  /** Whether all rows up to the limit are drawn as they are now. */
  isComplete: boolean;
}

interface Drawing<Item, Key> {
  keyOf: (item: Item) => Key;
  /** The rows in the document. */
  drawn: ReadonlyMap<Key, DrawnRow<Item>>;
  /** Number of rows to draw finally. */
  limit: number;
  /** The row that had the focus last, which is always drawn as it is now; null for none. */
  focused: Key | null;
}

/** Returns the rows to draw: all rows that are already drawn, and a chunk of new and changed rows. */
export function nextDrawnRows<Item, Key>(
  items: readonly Item[],
  { keyOf, drawn, limit, focused }: Drawing<Item, Key>,
): DrawnRows<Item> {
  const rows: DrawnRow<Item>[] = [];
  let left = CHUNK;
  let isComplete = true;
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    const isFocused = key === focused;
    if (index >= limit && !isFocused) continue;
    const former = drawn.get(key);
    if (former?.item === item && former.index === index) {
      rows.push(former);
    } else if (isFocused || left > 0) {
      rows.push({ item, index });
      if (!isFocused) left -= 1;
    } else {
      if (former !== undefined) rows.push(former);
      isComplete = false;
    }
  }
  return { rows, isComplete };
}

/** Draws new and changed rows in chunks, one chunk in each task, so that no task is long. */
export function useDrawnRows<Item, Key>(
  items: readonly Item[],
  drawing: Omit<Drawing<Item, Key>, 'drawn'>,
): readonly DrawnRow<Item>[] {
  const drawn = useRef<ReadonlyMap<Key, DrawnRow<Item>>>(new Map());
  const [, setChunk] = useState(0);
  const { rows, isComplete } = nextDrawnRows(items, { ...drawing, drawn: drawn.current });
  useLayoutEffect(() => {
    drawn.current = new Map(rows.map((row) => [drawing.keyOf(row.item), row]));
    if (isComplete) return undefined;
    // Not after the next frame, because frames take longer than chunks.
    const timer = setTimeout(() => setChunk((chunk) => chunk + 1));
    return () => clearTimeout(timer);
  });
  return rows;
}
