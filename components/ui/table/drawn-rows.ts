import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The limit of rows that one task adds to the document. */
const CHUNK = 50;

interface DrawnRows {
  /** The positions of the drawn rows, ascending. */
  indexes: readonly number[];
  /** Whether all rows up to the limit are drawn. */
  isComplete: boolean;
}

/**
 * Returns the rows to draw: all rows that are already drawn, and a chunk of the other rows.
 * @param drawn the rows in the document
 * @param limit number of rows to draw finally
 * @param focused the row that had the focus last, which is always drawn; null for none
 */
export function nextDrawnRows<Key>(
  rows: readonly Key[],
  drawn: ReadonlySet<Key>,
  limit: number,
  focused: Key | null,
): DrawnRows {
  const indexes: number[] = [];
  let isComplete = true;
  let added = 0;
  for (const [index, key] of rows.entries()) {
    const isFocused = key === focused;
    if (index >= limit && !isFocused) continue;
    const isNew = !isFocused && !drawn.has(key);
    if (isNew && added === CHUNK) {
      isComplete = false;
      continue;
    }
    if (isNew) added += 1;
    indexes.push(index);
  }
  return { indexes, isComplete };
}

/** Draws rows in chunks, one chunk after each frame, so that no task is long. */
export function useDrawnRows<Key>(
  rows: readonly Key[],
  limit: number,
  focused: Key | null,
): readonly number[] {
  const drawn = useRef<ReadonlySet<Key>>(new Set());
  const [, setFrame] = useState(0);
  const { indexes, isComplete } = nextDrawnRows(rows, drawn.current, limit, focused);
  useLayoutEffect(() => {
    drawn.current = new Set(indexes.flatMap((index) => rows[index] ?? []));
  });
  useEffect(() => {
    if (!isComplete) setFrame((frame) => frame + 1);
  });
  return indexes;
}
