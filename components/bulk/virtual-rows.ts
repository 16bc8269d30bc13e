import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Rows beyond those in sight that are drawn all the same. */
const OVERSCAN = 10;

/**
 * Finds out which of many rows of one height are to be drawn.
 * @param scroller scrolls them; its first child stays in place above them and is as high as they are
 * @param kept the row that is drawn wherever it is: the one with the focus
 */
export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  kept: number,
): Virtualizer<HTMLElement, HTMLElement> {
  const [height, setHeight] = useState(36);
  const [, setChanges] = useState(0);
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options()));

  function options() {
    return {
      count,
      getScrollElement: () => scroller.current,
      estimateSize: () => height,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      overscan: OVERSCAN,
      scrollPaddingStart: height,
      onChange: () => setChanges((before) => before + 1),
      rangeExtractor: (range: Range) => withKept(defaultRangeExtractor(range), kept, count),
    };
  }

  virtualizer.setOptions(options());
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => {
    const head = scroller.current?.firstElementChild;
    if (!head) return;
    // Larger text, fingers and narrow windows make rows higher.
    const observer = new ResizeObserver(() => setHeight(head.getBoundingClientRect().height));
    observer.observe(head);
    return () => observer.disconnect();
  }, [scroller]);
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  return virtualizer;
}

function withKept(indexes: number[], kept: number, count: number): number[] {
  if (kept >= count || indexes.includes(kept)) return indexes;
  return [...indexes, kept].sort((one, other) => one - other);
}
