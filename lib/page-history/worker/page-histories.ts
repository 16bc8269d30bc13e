import {
  type PageHistory,
  UNKNOWN_PAGE,
  withoutReport,
  withReport,
} from '@/lib/page-history/page-history';
import {
  type IndexedPage,
  type PageIndex,
  withoutPage,
  withPages,
} from '@/lib/page-history/page-index';
import type { Report } from '@/lib/report/report';
import { storedBytes } from '@/lib/stored-bytes';
import type { StoredFamily, StoredItem } from '@/lib/stored-item';
import { pageKey } from '@/lib/url/page-key';
import { readAddress } from '@/lib/url/typed-address';

/**
 * What is known of the pages that were reported, so that a popup can say it without asking. Pages
 * that were noted longest ago give way to others. A full store costs what is known of the pages that
 * would have changed, and never the call that learned it.
 */
export interface PageHistories {
  /** Adds reports as the service gave them, the most important first. */
  note(reports: readonly Report[]): Promise<void>;
  /** What is known of a page. */
  of(url: string): Promise<PageHistory>;
  /** Forgets a report that is no more. */
  forget(report: Report): Promise<void>;
}

/** No page that people look at needs a longer address, and a key is stored twice. */
const LONGEST_ADDRESS = 2_000;

/**
 * Makes the histories of one connection.
 * @param exclusively runs one change after the other, since each builds on what is stored
 * @param signal aborts when nothing more may be stored
 */
export function createPageHistories(
  items: StoredFamily<PageHistory>,
  indexItem: StoredItem<PageIndex>,
  exclusively: <T>(work: () => Promise<T>) => Promise<T>,
  signal: AbortSignal,
): PageHistories {
  /** Without an index, nothing would ever remove what is stored. */
  async function readIndex(): Promise<PageIndex> {
    const index = await indexItem.read();
    if (index === undefined) await items.clear();
    return index ?? [];
  }

  async function note(reports: readonly Report[]): Promise<void> {
    const pages = reportsByPage(reports);
    if (pages.size === 0 || signal.aborted) return;
    const before = await readIndex();
    const stored = await items.read([...pages.keys()]);
    const known = new Map(before.map((page) => [page.key, page]));
    const changed = new Map<string, PageHistory>();
    const noted = [...pages].map(([key, ofPage]): IndexedPage => {
      const was = stored.get(key) ?? UNKNOWN_PAGE;
      const is = ofPage.reduce(withReport, was);
      if (is !== was) changed.set(key, is);
      const indexed = is === was ? known.get(key) : undefined;
      return indexed ?? { key, bytes: storedBytes([is, key, key]) };
    });
    const { index, evicted } = withPages(before, noted);
    for (const key of evicted) changed.delete(key);
    if (signal.aborted) return;
    try {
      // In this order, a worker that is stopped in between leaves nothing that no index names.
      if (evicted.length > 0) await items.remove(evicted);
      if (index !== before) await indexItem.write(index);
      if (changed.size > 0 && !signal.aborted) await items.write(changed);
    } catch {
      // What cannot be brought up to date would be said of the page as if it were.
      await items.remove([...changed.keys()]);
    }
  }

  async function forget(report: Report): Promise<void> {
    const key = keyOf(report);
    if (key === null || signal.aborted) return;
    const history = (await items.read([key])).get(key);
    if (history === undefined) return;
    const left = withoutReport(history, report.id);
    if (signal.aborted) return;
    if (left.reports.length > 0) {
      await items.write(new Map([[key, left]]));
    } else {
      await items.remove([key]);
      await indexItem.write(withoutPage(await readIndex(), key));
    }
  }

  return {
    note: (reports) => exclusively(() => note(reports)).catch(() => {}),
    async of(url) {
      const key = pageKey(url);
      return (await items.read([key])).get(key) ?? UNKNOWN_PAGE;
    },
    forget: (report) => exclusively(() => forget(report)).catch(() => {}),
  };
}

/**
 * The page that a report belongs to; null where nothing is stored of it. A service may list an address
 * without its scheme, which is then read as one that was typed.
 */
function keyOf({ url }: Report): string | null {
  if (url === null || url.length > LONGEST_ADDRESS) return null;
  const read = readAddress(url);
  const key = pageKey('url' in read ? read.url.href : url);
  return key.length > LONGEST_ADDRESS ? null : key;
}

/** The reports of each page, that of the first report last: it is to stay longest. */
function reportsByPage(reports: readonly Report[]): Map<string, Report[]> {
  const pages = new Map<string, Report[]>();
  for (const report of reports) {
    const key = keyOf(report);
    if (key !== null) pages.set(key, [...(pages.get(key) ?? []), report]);
  }
  return new Map([...pages].reverse());
}
