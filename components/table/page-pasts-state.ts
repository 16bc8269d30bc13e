import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { whenever } from '@/components/app/fold';
import type { PagePast, PageSince } from '@/lib/report/compare/page-change';
import type { ReportedPage } from '@/lib/report/compare/pages';
import type { Report } from '@/lib/report/report';
import { NO_PAST, type ReadPasts, readPastsOf } from './pasts';

/** The pasts of the pages of a table. The pasts of pages that change are read again. */
export interface PagePasts {
  /** Returns the past for the current base, perhaps read for an earlier result; null until read. */
  of(page: ReportedPage): PagePast | null;
  isUpToDate(page: ReportedPage): boolean;
  /** Whether the pasts of some pages are read, for the first time or again. */
  isOutdated: ReadonlySignal<boolean>;
}

interface PagePastsTools {
  pages: ReadonlySignal<readonly ReportedPage[]>;
  /** Whether pasts are read. */
  isCountable: ReadonlySignal<boolean>;
  /** Whether all rows of a report's client are read. */
  isClientWhole(report: Report): boolean;
  /** Returns the base of a report; null until known. */
  sinceOf(report: Report): PageSince | null;
  /** Ids of the reports that were deleted here. No page is compared with a deleted report. */
  deleted: ReadonlySignal<readonly string[]>;
  readPasts: ReadPasts;
  /** Calls `work` after the next paint. */
  afterPaint(work: () => void): void;
}

/** The past of a page, with the inputs of the request. */
interface ComparedPast {
  report: Report;
  since: PageSince;
  past: PagePast;
  /** The deleted reports at the request. A history that cannot be written still has these. */
  deleted: readonly string[];
  /** Whether all rows of the page's client were read at the request. */
  isWhole: boolean;
}

/** Reads a past of an unfinished reading again when all rows of the client are read. */
export function createPagePasts(tools: PagePastsTools): PagePasts {
  const { pages, isCountable, isClientWhole, sinceOf, deleted, readPasts, afterPaint } = tools;
  /** The pasts that were read, by page key. */
  const pasts = signal<ReadonlyMap<string, ComparedPast>>(new Map());
  let isReading = false;

  function isUpToDate({ key, report }: ReportedPage): boolean {
    const known = pasts.value.get(key);
    const baseId = known?.past.base?.reportId ?? '';
    return (
      known !== undefined &&
      known.since === sinceOf(report) &&
      known.report.id === report.id &&
      known.report.generatedAt === report.generatedAt &&
      (known.isWhole || !isClientWhole(report)) &&
      (known.deleted.includes(baseId) || !deleted.value.includes(baseId))
    );
  }

  const outdated = computed(() => {
    if (!isCountable.value) return [];
    return pages.value.flatMap((page) => {
      const since = sinceOf(page.report);
      return since === null || isUpToDate(page) ? [] : { ...page, since };
    });
  });
  const isOutdated = computed(() => outdated.value.length > 0);
  whenever(isOutdated, () => afterPaint(() => void readAll()));

  /** Reads until all pasts are up to date. Does nothing during another call. */
  async function readAll(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (isOutdated.value) await readOutdated();
    isReading = false;
  }

  async function readOutdated(): Promise<void> {
    const gone = deleted.value;
    const unread = outdated.value.map((page) => ({
      ...page,
      isWhole: isClientWhole(page.report),
    }));
    const found = await readPastsOf(readPasts, unread);
    const all = new Map(pasts.value);
    for (const [at, { key, report, since, isWhole }] of unread.entries()) {
      all.set(key, { report, since, deleted: gone, isWhole, past: found[at] ?? NO_PAST });
    }
    pasts.value = all;
  }

  return {
    of({ key, report }) {
      const known = pasts.value.get(key);
      return known !== undefined && known.since === sinceOf(report) ? known.past : null;
    },
    isUpToDate,
    isOutdated,
  };
}
