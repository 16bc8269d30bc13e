import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { resultBefore, scoreDifference } from '@/lib/report/changes';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';

type PastResults = ReadonlyMap<string, readonly PastResult[]>;

interface RowHistoryTools {
  reports: ReadonlySignal<readonly Report[]>;
  /** The page that a report belongs to; null where nothing is kept of that. */
  pageOf(report: Report): string | null;
  /** Reads the past results of pages, oldest first. */
  read(pages: readonly string[]): Promise<PastResults>;
  /** Follows what becomes known of any page. */
  watch(onChange: (page: string, results: readonly PastResult[]) => void): void;
}

/** What is known of the past of the pages in a table. */
export type RowHistory = ReturnType<typeof createRowHistory>;

/** Makes it; each page is read once, as soon as one of its reports is shown, and then followed. */
export function createRowHistory({ reports, pageOf, read, watch }: RowHistoryTools) {
  const known = signal<PastResults>(new Map());
  const asked = new Set<string>();

  const note = (more: PastResults) => {
    known.value = new Map([...known.value, ...more]);
  };

  effect(() => {
    const pages = reports.value.flatMap((report) => pageOf(report) ?? []);
    const fresh = [...new Set(pages)].filter((page) => !asked.has(page));
    for (const page of fresh) asked.add(page);
    if (fresh.length === 0) return;
    untracked(() => {
      // A page goes without what cannot be read. What has changed meanwhile is newer.
      void read(fresh).then((found) => note(new Map([...found, ...known.value])), ignore);
    });
  });
  watch((page, results) => {
    if (asked.has(page)) note(new Map([[page, results]]));
  });

  function of(report: Report): readonly PastResult[] {
    const page = pageOf(report);
    return page === null ? [] : (known.value.get(page) ?? []);
  }

  return {
    /** The past results of a report's page, oldest first. */
    of,
    /** By how much the score of a report's page has risen; null where that is not known. */
    differenceOf: (report: Report): number | null =>
      scoreDifference(report, resultBefore(report, of(report))),
  };
}

function ignore(): void {}
