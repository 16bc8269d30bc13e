import { z } from '@/lib/schema';

/** The keys of the pages whose histories are stored, the one that was noted last at the end. */
export const PageIndex = z.array(z.string());
export type PageIndex = z.infer<typeof PageIndex>;

const MOST_PAGES = 300;

/** The index after pages were noted, and the keys of those that were noted longest ago and make room. */
export function withPages(
  index: PageIndex,
  noted: readonly string[],
): { index: PageIndex; evicted: string[] } {
  const all = [...new Set([...index, ...noted].reverse())].reverse();
  return { index: all.slice(-MOST_PAGES), evicted: all.slice(0, -MOST_PAGES) };
}
