import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows beyond those in sight that are drawn all the same. */
const OVERSCAN = 5;

/** Rows of one height, of which those in sight are drawn. */
export interface VirtualRows {
  /** For the element that scrolls; its first child stays in place above the rows and is as high. */
  scroller: RefObject<HTMLDivElement | null>;
  count: number;
  /** The indexes of the rows to draw, in order. */
  drawn: number[];
  scrollTo(index: number): void;
}

/**
 * Finds out which of many rows are to be drawn. Where each of them stands is the style sheet's.
 * @param kept the row that is drawn wherever it is: the one with the focus
 */
export function useVirtualRows(count: number, kept = 0): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
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
  }, []);
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  return {
    scroller,
    count,
    drawn: virtualizer.getVirtualIndexes(),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  };
}

function withKept(indexes: number[], kept: number, count: number): number[] {
  if (kept >= count || indexes.includes(kept)) return indexes;
  return [...indexes, kept].sort((one, other) => one - other);
}
