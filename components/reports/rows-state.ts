import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { ListState } from '@/components/list/list-state';
import { attempt } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { HistoryPart } from '@/lib/history/history-items';
import type { Position } from '@/lib/history/records';
import { removedReportId } from '@/lib/jobs/job';
import type { RecentOperation } from '@/lib/jobs/types';
import { clientName } from '@/lib/report/compare/clients';
import type { Check } from '@/lib/report/content/checks';
import type { Found, Report } from '@/lib/report/report';
import { isLaterId } from '@/lib/report/report-id';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed, type Result } from '@/lib/result';
import { asksForNewest } from '@/lib/shared-state/loaded-list';

interface HistoryRowsTools {
  background: Pick<BackgroundApi, 'listHistory' | 'noteFullReading'>;
  connectionId: string;
  list: Pick<ListState, 'query' | 'shown' | 'rows' | 'canShowMore'>;
  recentOperations: ReadonlySignal<readonly RecentOperation[]>;
  /** Ids of the reports that are about to be deleted. */
  deleting: ReadonlySignal<readonly string[]>;
}

/** Age of a full reading after which all reports are read again. */
const LONGEST_AGE_MS = 24 * 60 * 60_000;

/**
 * Creates the rows of *All reports*: those of the list, then those of the last full reading. A
 * filtered list gets no further rows.
 */
export function createHistoryRows(tools: HistoryRowsTools) {
  const { background, connectionId, list, recentOperations, deleting } = tools;
  /** The rows of the last full reading with later operations, by id; null without a reading. */
  const stored = signal<ReadonlyMap<string, Report> | null>(null);
  const reading = signal<HistoryPart['reading']>(null);
  /** Whether all reports must be read, whatever is stored. */
  const isForced = signal(false);

  let mergedUpTo = 0;
  effect(() => {
    const finished = recentOperations.value.filter(({ endedAt }) => endedAt > mergedUpTo);
    mergedUpTo = Math.max(mergedUpTo, ...finished.map(({ endedAt }) => endedAt));
    const before = stored.peek();
    if (before === null || finished.length === 0) return;
    const changed = new Map(before);
    for (const one of finished) {
      const { report, operation } = one;
      const removedId = removedReportId(one);
      if (removedId !== null) changed.delete(removedId);
      else if (report && (operation.subject.kind === 'create' || changed.has(report.id))) {
        changed.set(report.id, report);
      }
    }
    stored.value = changed;
  });

  /** Reads the stored rows. Never rejects: after a failure, the page has no stored rows. */
  async function read(): Promise<void> {
    const reports: Report[] = [];
    let part: HistoryPart;
    let after: Position | null = null;
    do {
      const from: Position | null = after;
      const result: Result<HistoryPart> = await attempt(() =>
        background.listHistory(connectionId, from),
      );
      if (hasFailed(result)) return;
      part = result.value;
      // Caches the page keys part by part. 2,000 keys at once would block the page.
      for (const report of part.reports) referTo(report);
      reports.push(...part.reports);
      after = part.after;
    } while (after !== null && reports.length < part.count);
    if (part.reading === null) return;
    reading.value = part.reading;
    stored.value = new Map(reports.map((report) => [report.id, report]));
  }

  /** The shown list, if it is a list of all reports. */
  const ofAll = computed(() => (asksForNewest(list.query.value) ? list.shown.value : undefined));

  /** The stored rows after the end of the list. Services list the newest first, by id. */
  const further = computed<readonly Report[]>(() => {
    const [shown, all] = [ofAll.value, stored.value];
    if (shown === undefined || all === null) return [];
    if (shown.isAnswer && !list.canShowMore.value) return [];
    const listed = new Set(shown.reports.map(({ id }) => id));
    const last = shown.reports.at(-1);
    const follows = ({ id }: Report) => last === undefined || isLaterId(last.id, id);
    const rows = [...all.values()].filter((row) => !listed.has(row.id) && follows(row));
    return rows.sort((one, other) => (isLaterId(one.id, other.id) ? -1 : 1));
  });
  const unread = computed(() => further.value.filter(({ id }) => !deleting.value.includes(id)));
  const rows = computed(() => [...(list.shown.value?.reports ?? []), ...unread.value]);

  /** Whether nothing after the end of the list has changed since the last full reading. */
  const isComplete = computed(() => {
    const [shown, last] = [ofAll.value, reading.value];
    const lastId = shown?.reports.at(-1)?.id ?? '';
    if (!shown?.isAnswer || shown.total === null || last === null || isForced.value) return false;
    if (Date.now() - Date.parse(last.readAt) > LONGEST_AGE_MS || !stored.value?.has(lastId))
      return false;
    const count = shown.reports.length + further.value.length;
    return shown.total - count === last.difference;
  });

  /** Request time of the last complete list that `noteFullReading` was called for. */
  let notedAt = 0;
  effect(() => {
    const shown = ofAll.value;
    if (!shown?.isAnswer || list.canShowMore.value || shown.total === null) return;
    if (shown.begunAt === notedAt) return;
    notedAt = shown.begunAt;
    const { begunAt: requestedAt, total } = shown;
    untracked(async () => {
      const note = {
        // Unlike `shown`, `rows` has the reports that are about to be deleted.
        reportIds: list.rows.peek().map(({ id }) => id),
        requestedAt,
        readAt: new Date().toISOString(),
        total,
      };
      await attempt(() => background.noteFullReading(connectionId, note));
      await read();
      isForced.value = false;
    });
  });

  return {
    read,
    isComplete,
    /** Requires a list of all reports to be read to its end, whatever is stored. */
    force(): void {
      if (asksForNewest(list.query.peek())) isForced.value = true;
    },
    rows,
    /**
     * The names of the clients with rows that the list has not read; null if unknown. Between the
     * list and the stored rows, there may be new rows of any client.
     */
    unreadClients: computed(() => {
      const shown = ofAll.value;
      const lastId = shown?.reports.at(-1)?.id;
      if (!shown?.isAnswer || lastId === undefined || reading.value === null) return null;
      const reachesHistory = !list.canShowMore.value || stored.value?.has(lastId);
      return reachesHistory ? new Set(unread.value.map(clientName)) : null;
    }),
    /** Time of reading the rows after the list, ISO 8601; null if there are none. */
    readAt: computed(() => {
      const last = reading.value;
      return last !== null && unread.value.length > 0 ? last.readAt : null;
    }),
  };
}

interface FoundTools {
  background: Pick<BackgroundApi, 'getFoundChecks'>;
  connectionId: string;
  recentOperations: ReadonlySignal<readonly RecentOperation[]>;
  /** Returns the failed checks of a report's current result; null if the list has none. */
  foundInList(report: Report): readonly Check[] | null;
}

/**
 * Returns a function that returns the failed checks of a report's current result; null if unknown.
 * The checks come from the list, or from the answer to an operation while the page was open.
 */
export function createFound(tools: FoundTools) {
  const { background, connectionId, recentOperations, foundInList } = tools;
  const answered = signal<Readonly<Record<string, Found>>>({});
  const lastEnd = () => recentOperations.value.at(-1)?.endedAt ?? 0;
  let seenUpTo = untracked(lastEnd);

  async function take(reportIds: readonly string[]): Promise<void> {
    const found = await attempt(() => background.getFoundChecks(connectionId, reportIds));
    // After a failure, the rows say that their checks are not read.
    if (!hasFailed(found)) answered.value = { ...answered.value, ...found.value };
  }

  effect(() => {
    const ids = recentOperations.value.flatMap(({ endedAt, report }) =>
      endedAt > seenUpTo && report !== null ? report.id : [],
    );
    seenUpTo = lastEnd();
    if (ids.length > 0) untracked(() => void take(ids));
  });

  return (report: Report): readonly Check[] | null => {
    const found = answered.value[report.id];
    return found?.generatedAt === report.generatedAt ? found.checks : foundInList(report);
  };
}
