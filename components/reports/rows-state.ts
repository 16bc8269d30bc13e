import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { PartRead } from '@/components/export/client-pages';
import type { ListState } from '@/components/list/list-state';
import { attempt, attemptWithRetries } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import {
  type CompleteReading,
  type HistoryPart,
  type HistoryRows,
  MAX_IN_REPLY,
} from '@/lib/history/history-items';
import type { Position } from '@/lib/history/records';
import { removedReportId } from '@/lib/jobs/job';
import type { RecentOperation } from '@/lib/jobs/types';
import { clientName } from '@/lib/report/compare/clients';
import type { Check } from '@/lib/report/content/checks';
import type { Report, ResultFindings } from '@/lib/report/report';
import { isLaterId, mayFollow } from '@/lib/report/report-id';
import { isNewestFirst } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed, type Result } from '@/lib/result';
import { asksForNewest } from '@/lib/shared-state/loaded-list';
import { isMatch } from '@/lib/shared-state/matching-reports';

interface HistoryRowsTools {
  background: Pick<BackgroundApi, 'listHistory' | 'getHistoryChanges'>;
  connectionId: string;
  list: Pick<ListState, 'query' | 'shown' | 'canShowMore'>;
  /** The latest revision of the history. */
  revision: ReadonlySignal<number>;
  /** The id that `ReadingProgress.joinedAt` describes. */
  joinedAt: ReadonlySignal<string | null>;
  recentOperations: ReadonlySignal<readonly RecentOperation[]>;
  /** Ids of the reports that are about to be deleted. */
  deleting: ReadonlySignal<readonly string[]>;
}

/**
 * Creates the rows of *All reports*: those of the list, then those of the history, which the page
 * follows. A list in another order than newest first gets no further rows.
 */
export function createHistoryRows(tools: HistoryRowsTools) {
  const { background, connectionId, list, revision, joinedAt, recentOperations, deleting } = tools;
  /** The rows of the history with later operations, by id; null until read. */
  const stored = signal<ReadonlyMap<string, Report> | null>(null);
  const reading = signal<CompleteReading | null>(null);
  /** Whether `read` has ended, so that the page follows the history. */
  const isFollowing = signal(false);
  /** The published revision whose rows are in `stored`. */
  const shownRevision = signal(0);
  /** The revision up to which the worker has sent changes. */
  let sentUpTo = 0;
  /** Ids of reports with newer versions than the reply in flight; null without a request. */
  let newerIds: Set<string> | null = null;

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
      if (removedId !== null) {
        newerIds?.add(removedId);
        changed.delete(removedId);
      } else if (report && (operation.subject.kind === 'create' || changed.has(report.id))) {
        newerIds?.add(report.id);
        changed.set(report.id, report);
      }
    }
    stored.value = changed;
  });

  /** Adds the rows of a reply to other rows. */
  function withRows(
    before: ReadonlyMap<string, Report>,
    { reports }: HistoryRows,
    removed: readonly string[],
  ): Map<string, Report> {
    const rows = new Map(before);
    for (const id of removed) if (!newerIds?.has(id)) rows.delete(id);
    for (const report of reports) {
      if (newerIds?.has(report.id)) continue;
      // Caches the page keys part by part. Thousands of keys at once would block the page.
      referTo(report);
      rows.set(report.id, report);
    }
    return rows;
  }

  /** Reads all rows. Never rejects. Returns whether the reading has succeeded. */
  async function readAll(): Promise<boolean> {
    const target = revision.peek();
    let rows = new Map<string, Report>();
    let after: Position | null = null;
    let first: HistoryPart | undefined;
    do {
      const from: Position | null = after;
      const result: Result<HistoryPart> = await attempt(() =>
        background.listHistory(connectionId, from),
      );
      if (hasFailed(result)) return false;
      rows = withRows(rows, result.value, []);
      first ??= result.value;
      after = result.value.after;
    } while (after !== null && rows.size < first.count);
    // Rows that have changed between the parts are in the changes since the first part.
    sentUpTo = first.revision;
    batch(() => {
      reading.value = first.reading;
      stored.value = rows;
      shownRevision.value = target;
    });
    return true;
  }

  /** Reads the changes since the last reply. Returns whether that has succeeded. */
  async function readChanges(): Promise<boolean> {
    const target = revision.peek();
    const result = await attemptWithRetries(() =>
      background.getHistoryChanges(connectionId, sentUpTo),
    );
    if (hasFailed(result)) return false;
    const changes = result.value;
    if (changes === null) return readAll();
    sentUpTo = changes.revision;
    batch(() => {
      reading.value = changes.reading;
      stored.value = withRows(stored.peek() ?? new Map(), changes, changes.removed);
      if (changes.isLast) shownRevision.value = target;
    });
    return true;
  }

  /** Runs a request for rows, and notes the operations that end meanwhile. */
  async function inFlight(work: () => Promise<boolean>): Promise<boolean> {
    newerIds = new Set();
    const hasSucceeded = await work();
    newerIds = null;
    return hasSucceeded;
  }

  const lacksRows = computed(() => isFollowing.value && revision.value > shownRevision.value);
  async function follow(): Promise<void> {
    while (lacksRows.peek()) if (!(await inFlight(readChanges))) return;
  }
  effect(() => {
    const target = revision.value;
    if (lacksRows.value && target > 0 && newerIds === null) untracked(() => void follow());
  });

  /** The shown list, if it is a list of all reports. */
  const ofAll = computed(() => (asksForNewest(list.query.value) ? list.shown.value : undefined));

  /** The stored rows that match the query, after the end of a list with the newest first. */
  const further = computed<readonly Report[]>(() => {
    const [query, shown, all] = [list.query.value, list.shown.value, stored.value];
    if (all === null || !isNewestFirst(query)) return [];
    if (shown?.isAnswer === true && !list.canShowMore.value) return [];
    const listed = new Set(shown?.reports.map(({ id }) => id));
    const last = shown?.reports.at(-1);
    const follows = ({ id }: Report) => last === undefined || mayFollow(id, last.id);
    return [...all.values()]
      .filter((report) => !listed.has(report.id) && follows(report) && isMatch(report, query))
      .sort((one, other) => (isLaterId(one.id, other.id) ? -1 : 1));
  });
  const rows = computed(() => [
    ...(list.shown.value?.reports ?? []),
    ...further.value.filter(({ id }) => !deleting.value.includes(id)),
  ]);
  const unreadable = computed(() =>
    Math.max(list.shown.value?.unreadable ?? 0, ofAll.value ? (reading.value?.unreadable ?? 0) : 0),
  );

  return {
    /** Reads the stored rows. Never rejects: after a failure, the page has no stored rows. */
    async read(): Promise<void> {
      await inFlight(readAll);
      isFollowing.value = true;
    },
    /** Whether the stored rows were read, or could not be read. */
    isRead: isFollowing as ReadonlySignal<boolean>,
    /** The revision of the history that the rows show. */
    shownRevision: shownRevision as ReadonlySignal<number>,
    rows,
    /** The number of unreadable rows. */
    unreadable,
    /** How many reports the rows contain, if not all; null for all. */
    partRead: computed<PartRead | null>(() => {
      const shown = list.shown.value;
      if (shown?.isAnswer !== true) {
        const isPart = isFollowing.value && reading.value === null && rows.value.length > 0;
        return isPart ? { read: rows.value.length, total: null } : null;
      }
      if (!shown.isPart) return null;
      const { total, reports } = shown;
      // Without a total, only the end of a reading shows that no report is missing.
      const isWhole =
        total === null
          ? ofAll.value !== undefined && reading.value !== null
          : reports.length + further.value.length + unreadable.value >= total;
      return isWhole ? null : { read: rows.value.length, total };
    }),
    /** The names of the clients with rows that are not read yet; null if unknown. */
    unreadClients: computed(() => {
      const joined = joinedAt.value;
      if (ofAll.value?.isAnswer !== true || joined === null) return null;
      const unread = further.value.filter(({ id }) => isLaterId(joined, id));
      return new Set(unread.map(clientName));
    }),
    /** The end of the last complete reading of the rows, ISO 8601; null if there is none. */
    completeAt: computed(() => {
      const shown = list.shown.value;
      const isWhole = shown?.isAnswer === true && !shown.isPart;
      return isWhole ? shown.readAt : (reading.value?.readAt ?? null);
    }),
  };
}

interface FoundTools {
  background: Pick<BackgroundApi, 'getFindings'>;
  connectionId: string;
  recentOperations: ReadonlySignal<readonly RecentOperation[]>;
  /** The latest revision of the history. */
  revision: ReadonlySignal<number>;
  /** Returns the failed checks of a report's current result; null if the list has none. */
  foundInList(report: Report): readonly Check[] | null;
}

/** The failed checks of the current results of reports. */
export interface FoundState {
  /**
   * Returns the failed checks of a report; null if unknown. Reads unknown checks from the worker, and
   * again after a change of the history.
   */
  of(report: Report): readonly Check[] | null;
  /** Reads the failed checks of reports that the page lacks. Never rejects. */
  read(reports: readonly Report[]): Promise<void>;
}

/**
 * Creates the failed checks of reports. They come from the list, or from the worker: from its
 * history, or from the answer to an operation.
 */
export function createFound(tools: FoundTools): FoundState {
  const { background, connectionId, recentOperations, revision, foundInList } = tools;
  const answered = signal<Readonly<Record<string, ResultFindings>>>({});
  /** The results whose checks were read or are being read, with the revision, by report id. */
  const requested = new Map<string, string>();
  let unread: string[] = [];
  const lastEnd = () => recentOperations.value.at(-1)?.endedAt ?? 0;
  let seenUpTo = untracked(lastEnd);

  async function take(reportIds: readonly string[]): Promise<void> {
    for (let at = 0; at < reportIds.length; at += MAX_IN_REPLY) {
      const part = reportIds.slice(at, at + MAX_IN_REPLY);
      const found = await attempt(() => background.getFindings(connectionId, part));
      // After a failure, the rows say that their checks are not read.
      if (!hasFailed(found)) answered.value = { ...answered.value, ...found.value };
    }
  }

  effect(() => {
    const ids = recentOperations.value.flatMap(({ endedAt, report }) =>
      endedAt > seenUpTo && report !== null ? report.id : [],
    );
    seenUpTo = lastEnd();
    if (ids.length > 0) untracked(() => void take(ids));
  });

  function known(report: Report): readonly Check[] | null {
    const found = answered.value[report.id];
    return found?.generatedAt === report.generatedAt ? found.checks : foundInList(report);
  }

  return {
    of(report) {
      const checks = known(report);
      if (checks !== null) return checks;
      const { id, generatedAt } = report;
      const version = `${generatedAt} ${revision.value}`;
      if (requested.get(id) === version) return null;
      requested.set(id, version);
      // One call reads the checks of all rows that are drawn together.
      if (unread.length === 0) {
        queueMicrotask(() => {
          const ids = unread;
          unread = [];
          void take(ids);
        });
      }
      unread.push(id);
      return null;
    },
    read: (reports) => take(reports.flatMap((one) => (known(one) === null ? one.id : []))),
  };
}
