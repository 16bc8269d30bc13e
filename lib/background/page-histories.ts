import {
  type PageHistory,
  UNKNOWN_PAGE,
  withoutReport,
  withReport,
} from '@/lib/model/page-history';
import { pageKey } from '@/lib/model/page-key';
import type { Report } from '@/lib/model/report';
import type { StoredItems } from '@/lib/model/stored-item';

/**
 * What is known of the pages that were reported, so that a popup can say it without asking. A full
 * store costs what would have been added here, and never the call that learned it.
 */
export interface PageHistories {
  /** Adds reports as the service gave them. */
  note(reports: readonly Report[]): Promise<void>;
  /** What is known of a page. */
  of(url: string): Promise<PageHistory>;
  /** Forgets a report that is no more. */
  forget(report: Report): Promise<void>;
  /** Resolves when the last write has ended; none follows. */
  close(): Promise<void>;
}

/** Makes the histories of one connection. */
export function createPageHistories(items: StoredItems<PageHistory>): PageHistories {
  let last: Promise<void> = Promise.resolve();
  let isClosed = false;

  /** Changes wait for each other, since each builds on what the one before stored. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    last = last.then(work).catch(() => {});
    return last;
  }

  async function edit(
    reports: readonly Report[],
    change: (history: PageHistory, report: Report) => PageHistory,
  ): Promise<void> {
    const keyed = reports.flatMap((report) =>
      report.url === null ? [] : [{ key: pageKey(report.url), report }],
    );
    const stored = await items.read([...new Set(keyed.map(({ key }) => key))]);
    const changed = new Map<string, PageHistory>();
    for (const { key, report } of keyed) {
      const before = changed.get(key) ?? stored.get(key) ?? UNKNOWN_PAGE;
      const after = change(before, report);
      if (after !== before) changed.set(key, after);
    }
    if (changed.size > 0 && !isClosed) await items.write(changed);
  }

  return {
    note: (reports) => inTurn(() => edit(reports, withReport)),
    async of(url) {
      const key = pageKey(url);
      return (await items.read([key])).get(key) ?? UNKNOWN_PAGE;
    },
    forget: (report) =>
      inTurn(() => edit([report], (history) => withoutReport(history, report.id))),
    close() {
      isClosed = true;
      return last;
    },
  };
}
