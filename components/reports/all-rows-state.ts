import { computed, type ReadonlySignal } from '@preact/signals';
import type { ReportStore } from '@/components/app/report-store';
import type { PartRead } from '@/components/export/client-pages';
import type { ListState } from '@/components/list/list-state';
import type { ReadingProgress } from '@/lib/reading-progress';
import type { ClientNames } from '@/lib/report/compare/client-names';
import type { Report } from '@/lib/report/report';
import { isLaterId, mayFollow } from '@/lib/report/report-id';
import { isNewestFirst } from '@/lib/report/report-query';
import { asksForNewest } from '@/lib/shared-state/loaded-list';
import { isMatch } from '@/lib/shared-state/matching-reports';
import type { HistoryReportsState } from './history-reports-state';

/** The reports of *All reports*: first the list, then further reports of the history. */
export interface AllRows {
  reports: readonly Report[];
  /** The number of unreadable rows. */
  unreadable: number;
  /** The number of reports in `reports`; null if `reports` has all reports. */
  partRead: PartRead | null;
  /** Whether the worker has read reports that are not here yet. */
  isBehind: boolean;
  /** The names of the clients with rows that are not read yet; null if unknown. */
  unreadClients: ReadonlySet<string> | null;
  /** The end of the last complete reading of the rows, ISO 8601; null if there is none. */
  completeAt: string | null;
}

interface AllRowsTools {
  list: Pick<ListState, 'query' | 'shown' | 'canShowMore'>;
  stored: Pick<HistoryReportsState, 'now' | 'isRead'>;
  versions: Pick<ReportStore, 'get'>;
  clientNames: ReadonlySignal<ClientNames>;
  /** The progress of the worker's reading. */
  progress: ReadonlySignal<ReadingProgress>;
  /** Ids of the reports that are about to be deleted. */
  deleting: ReadonlySignal<readonly string[]>;
}

/** Adds rows of the history only to a list in the order newest first. */
export function createAllRows(tools: AllRowsTools): ReadonlySignal<AllRows> {
  const { list, stored, versions, clientNames, progress, deleting } = tools;
  /** The stored reports that match the query and follow the end of the list, newest first. */
  const further = computed<readonly Report[]>(() => {
    const [query, shown, all] = [list.query.value, list.shown.value, stored.now.value];
    if (all === null || !isNewestFirst(query)) return [];
    if (shown?.isAnswer === true && !list.canShowMore.value) return [];
    const listed = new Set(shown?.reports.map(({ id }) => id));
    const last = shown?.reports.at(-1);
    const follows = (id: string) => last === undefined || mayFollow(id, last.id);
    return [...all.ids]
      .filter((id) => !listed.has(id) && follows(id))
      .flatMap((id) => versions.get(id) ?? [])
      .filter((report) => isMatch(report, query))
      .sort((one, other) => (isLaterId(one.id, other.id) ? -1 : 1));
  });
  const reports = computed(() => [
    ...(list.shown.value?.reports ?? []),
    ...further.value.filter(({ id }) => !deleting.value.includes(id)),
  ]);

  return computed(() => {
    const shown = list.shown.value;
    const isAnswer = shown?.isAnswer === true;
    const isOfAll = asksForNewest(list.query.value);
    const reading = stored.now.value?.reading ?? null;
    const unreadable = Math.max(
      shown?.unreadable ?? 0,
      shown !== undefined && isOfAll ? (reading?.unreadable ?? 0) : 0,
    );

    function partRead(): PartRead | null {
      const read = reports.value.length;
      if (!isAnswer) {
        const isPart = stored.isRead.value && reading === null && read > 0;
        return isPart ? { read, total: null } : null;
      }
      if (!shown.isPart) return null;
      // Without a total, only the end of a reading shows that no report is missing.
      const isWhole =
        shown.total === null
          ? isOfAll && reading !== null
          : shown.reports.length + further.value.length + unreadable >= shown.total;
      return isWhole ? null : { read, total: shown.total };
    }

    function unreadClients(): ReadonlySet<string> | null {
      const { joinedAt } = progress.value;
      if (!isAnswer || !isOfAll || joinedAt === null) return null;
      const unread = further.value.filter(({ id }) => isLaterId(joinedAt, id));
      return new Set(unread.map(clientNames.value.of));
    }

    return {
      reports: reports.value,
      unreadable,
      partRead: partRead(),
      isBehind: progress.value.revision > (stored.now.value?.revision ?? 0),
      unreadClients: unreadClients(),
      completeAt: isAnswer && !shown.isPart ? shown.readAt : (reading?.readAt ?? null),
    };
  });
}
