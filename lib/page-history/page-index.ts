import { z } from '@/lib/schema';

/** One page whose history is stored. */
export const IndexedPage = z.object({
  /** Its page key. */
  key: z.string(),
  /** What its history and its key take of the store. */
  bytes: z.number(),
});
export type IndexedPage = z.infer<typeof IndexedPage>;

/** The pages whose histories are stored, the one that was noted last at the end. */
export const PageIndex = z.readonly(z.array(IndexedPage));
export type PageIndex = z.infer<typeof PageIndex>;

const MOST_PAGES = 500;
const MOST_BYTES = 2_000_000;

/**
 * The index after pages were noted, and the keys of those that were noted longest ago and have to
 * make room. It is the same index where nothing changes.
 */
export function withPages(
  index: PageIndex,
  noted: readonly IndexedPage[],
): { index: PageIndex; evicted: string[] } {
  const keys = new Set(noted.map(({ key }) => key));
  const all = [...index.filter(({ key }) => !keys.has(key)), ...noted];
  let bytes = 0;
  const last = all.findLastIndex((page, at) => {
    bytes += page.bytes;
    return bytes > MOST_BYTES || all.length - at > MOST_PAGES;
  });
  const left = all.slice(last + 1);
  return {
    index: isSame(index, left) ? index : left,
    evicted: all.slice(0, last + 1).map(({ key }) => key),
  };
}

/** The index without a page. */
export function withoutPage(index: PageIndex, key: string): PageIndex {
  return index.filter((page) => page.key !== key);
}

function isSame(one: PageIndex, other: PageIndex): boolean {
  return (
    one.length === other.length &&
    one.every(({ key, bytes }, at) => key === other[at]?.key && bytes === other[at]?.bytes)
  );
}
