import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import { createLatestWrite } from '@/lib/storage/latest-write';
import { storedItem } from '@/lib/storage/stored-values';
import { pageKey } from '@/lib/url/page-key';
import { listItems } from './list-items';
import {
  type PageHistory,
  pageOf,
  type ReportPlace,
  UNKNOWN_PAGE,
  withoutReport,
  withReport,
} from './page-history';

/** The keys of the pages whose histories are stored, the one that was noted last at the end. */
export const PageIndex = z.array(z.string());
export type PageIndex = z.infer<typeof PageIndex>;

/** Where they stand. */
export const pageIndexItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'page-index'), PageIndex);

/**
 * What is known of the pages that were reported, so that a popup can say it without asking. Pages
 * that were noted longest ago give way to others. None of these rejects: a full store costs what is
 * known of pages, and never the call that learned it.
 */
export interface KnownPages {
  /** Adds reports as the service gave them, the most important first. */
  note(reports: readonly Report[]): Promise<void>;
  /** Forgets a report that is no more. */
  forget(place: ReportPlace): Promise<void>;
  /** The reports of the page of an address, the newest first. */
  reportsOf(url: string): Promise<readonly Report[]>;
  /** How the page of a report has stood, oldest first. */
  resultsOf(report: Report): Promise<readonly PastResult[]>;
  /** The reports of all pages. */
  known(): Promise<readonly Report[]>;
}

const MOST_PAGES = 300;

/**
 * Makes the pages of one connection.
 * @param signal aborts when nothing more may be stored
 * @param onWritten called when something else is known
 */
export function createKnownPages(
  connectionId: string,
  signal: AbortSignal,
  onWritten: () => void,
): KnownPages {
  const items = listItems.pages(connectionId);
  const indexItem = pageIndexItem(connectionId);
  let index: PageIndex | undefined;
  /** What is to be noted and forgotten with the next write. */
  let news: { page: string; change: (history: PageHistory) => PageHistory }[] = [];

  /** Without an index, nothing would ever remove what is stored. */
  async function readIndex(): Promise<PageIndex> {
    const stored = index ?? (await indexItem.read());
    if (stored === undefined) await items.clear();
    return stored ?? [];
  }

  const write = createLatestWrite(async () => {
    const changes = news;
    news = [];
    if (changes.length === 0 || signal.aborted) return;
    const pages = [...new Set(changes.map(({ page }) => page))];
    const before = await readIndex();
    const stored = await items.read(pages);
    const changed = new Map<string, PageHistory>();
    for (const { page, change } of changes) {
      const was = changed.get(page) ?? stored.get(page) ?? UNKNOWN_PAGE;
      const is = change(was);
      if (is !== was) changed.set(page, is);
    }
    const empty = pages.filter((page) => changed.get(page)?.reports.length === 0);
    for (const page of empty) changed.delete(page);
    const kept = before.filter((page) => !empty.includes(page));
    const next = withPages(kept, [...changed.keys()]);
    for (const page of next.evicted) changed.delete(page);
    if (signal.aborted) return;
    // In this order, a worker that is stopped in between leaves nothing that no index names.
    const removed = [...empty, ...next.evicted];
    if (removed.length > 0) await items.remove(removed);
    if (next.index.join() !== before.join()) await indexItem.write(next.index);
    index = next.index;
    if (changed.size > 0) await items.write(changed);
    if (changed.size + removed.length > 0) onWritten();
  });

  return {
    async note(reports) {
      // The first is to stay longest.
      for (const report of reports.toReversed()) {
        const page = pageOf(report);
        if (page !== null) news.push({ page, change: (history) => withReport(history, report) });
      }
      await write().catch(() => {});
    },
    async forget({ id, page }) {
      if (page !== null) news.push({ page, change: (history) => withoutReport(history, id) });
      await write().catch(() => {});
    },
    async reportsOf(url) {
      const page = pageKey(url);
      const stored = await items.read([page]).catch(() => undefined);
      return stored?.get(page)?.reports ?? [];
    },
    async resultsOf(report) {
      const page = pageOf(report);
      const stored = page === null ? undefined : await items.read([page]).catch(() => undefined);
      return stored?.get(page ?? '')?.results ?? [];
    },
    async known() {
      const histories = await items.read(await readIndex());
      return [...histories.values()].flatMap(({ reports }) => reports);
    },
  };
}

/** The index after pages were noted, and the keys of those that were noted longest ago and make room. */
export function withPages(
  index: PageIndex,
  noted: readonly string[],
): { index: PageIndex; evicted: string[] } {
  const all = [...new Set([...index, ...noted].reverse())].reverse();
  return { index: all.slice(-MOST_PAGES), evicted: all.slice(0, -MOST_PAGES) };
}
