import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { whenever } from '@/components/app/fold';
import type { PageMutes } from '@/components/app/page-mutes';
import { stableValue } from '@/components/app/stable-value';
import type { PageSince, PageTrend } from '@/lib/report/compare/page-change';
import type { ReportedPage } from '@/lib/report/compare/pages';
import type { PageMute } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { NO_TREND, type ReadTrends, readTrendsOf } from './trends';

/** The trends of the pages of a table. The trends of pages that change are read again. */
export interface PageTrends {
  /**
   * Returns the trend for the current base; null until trend and mutes are read. After a new result or
   * a change of mutes, returns the earlier trend until the new one is read.
   */
  of(page: ReportedPage): PageTrend | null;
  isUpToDate(page: ReportedPage): boolean;
  /** Whether the trends or the mutes of some pages must still be read. */
  isOutdated: ReadonlySignal<boolean>;
}

interface PageTrendsTools {
  pages: ReadonlySignal<readonly ReportedPage[]>;
  /** Whether the rows are counted. Otherwise, no trends are read. */
  countsRows: ReadonlySignal<boolean>;
  /** Whether all rows of a report's client are read. */
  isClientWhole(report: Report): boolean;
  /** Returns since when the report's page is compared; null until known. */
  sinceOf(report: Report): PageSince | null;
  /** Ids of the reports that were deleted here. No page is compared with a deleted report. */
  deleted: ReadonlySignal<readonly string[]>;
  mutes: PageMutes;
  readTrends: ReadTrends;
  /** The revision of the history that the rows show. Absent: unknown. */
  revision?: ReadonlySignal<number> | undefined;
  /** Calls `work` after the next paint. */
  afterPaint(work: () => void): void;
}

/** The trend of a page, with the inputs of the request. */
interface LoadedTrend {
  report: Report;
  since: PageSince;
  trend: PageTrend;
  /** The ids of the reports that were already deleted at the request. */
  deleted: readonly string[];
  /** The mutes of the page at the request. */
  mutes: readonly PageMute[] | null;
  /** Whether all rows of the page's client were read at the request. */
  isWhole: boolean;
  /** The revision of the rows at the request; undefined if unknown, and after a failed request. */
  revision: number | undefined;
}

/**
 * Reads the trend of a page again after each change. If the history has changed, or if the last request
 * failed, reads the trend once more when its client is read completely.
 */
export function createPageTrends(tools: PageTrendsTools): PageTrends {
  const { pages, countsRows, isClientWhole, sinceOf, deleted, mutes } = tools;
  const { readTrends, revision, afterPaint } = tools;
  /** The trends that were read, by page key. */
  const trends = signal<ReadonlyMap<string, LoadedTrend>>(new Map());
  let isReading = false;

  /** Whether the trend of a page was read for its current report, base and mutes. */
  function isOfInputs({ key, report }: ReportedPage): boolean {
    const known = trends.value.get(key);
    const baseId = known?.trend.base?.reportId ?? '';
    return (
      known !== undefined &&
      known.since === sinceOf(report) &&
      known.report.id === report.id &&
      known.report.generatedAt === report.generatedAt &&
      known.mutes === mutes.of(key) &&
      (known.deleted.includes(baseId) || !deleted.value.includes(baseId))
    );
  }

  function isCurrent(page: ReportedPage): boolean {
    const isWhole = trends.value.get(page.key)?.isWhole === true;
    return isOfInputs(page) && (isWhole || !isClientWhole(page.report));
  }

  /** Whether the history has not changed since the trend of a page was read. */
  function isUnchanged(page: ReportedPage): boolean {
    const now = revision?.value;
    return now !== undefined && isOfInputs(page) && trends.value.get(page.key)?.revision === now;
  }

  function isUpToDate(page: ReportedPage): boolean {
    return isCurrent(page) && mutes.statusOf(page.key) === 'ready';
  }

  const outdated = computed(() => {
    if (!countsRows.value) return [];
    return pages.value.flatMap((page) => {
      const since = sinceOf(page.report);
      return since === null || isUpToDate(page) ? [] : { ...page, since };
    });
  });
  /** The pages whose trends are read next. Trends depend on the mutes, so mutes are read first. */
  const unread = computed(() =>
    outdated.value.filter((page) => !isCurrent(page) && mutes.statusOf(page.key) !== 'loading'),
  );
  const hasUnread = computed(() => unread.value.length > 0);
  whenever(hasUnread, () => afterPaint(() => void readAll()));

  /** Reads until all trends are current. Does nothing during another call. */
  async function readAll(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (hasUnread.value) await readUnread();
    isReading = false;
  }

  async function readUnread(): Promise<void> {
    const gone = deleted.value;
    const revisionNow = revision?.value;
    const due = unread.value
      .map((page) => ({
        ...page,
        isWhole: isClientWhole(page.report),
        mutes: mutes.of(page.key),
      }))
      // The worker reads neighbouring pages together.
      .sort((one, other) => (one.key < other.key ? -1 : 1));
    const requested = due.filter((page) => !isUnchanged(page));
    const found = await readTrendsOf(readTrends, requested);
    /** The replies by page key; null for a trend that cannot be read. */
    const replies = new Map(requested.map(({ key }, at) => [key, found[at] ?? null]));
    const all = new Map(trends.value);
    for (const { key, report, since, isWhole, mutes } of due) {
      const former = all.get(key)?.trend ?? NO_TREND;
      const reply = replies.get(key);
      const trend = reply === undefined ? former : stableValue(former, reply ?? NO_TREND);
      const revision = reply === null ? undefined : revisionNow;
      all.set(key, { report, since, deleted: gone, mutes, isWhole, revision, trend });
    }
    trends.value = all;
  }

  return {
    of({ key, report }) {
      const known = trends.value.get(key);
      const isKnown = known?.since === sinceOf(report) && mutes.of(key) !== null;
      return known !== undefined && isKnown ? known.trend : null;
    },
    isUpToDate,
    isOutdated: computed(() => outdated.value.length > 0),
  };
}
