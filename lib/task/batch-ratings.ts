import { hasFailed, type Outcome } from '@/lib/outcome';
import { BETWEEN_RESULT_READS } from '@/lib/pauses';
import { hasResult, type Report, type ReportList } from '@/lib/report/report';
import { LATEST_RESULTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { CUT_OFF_MS } from '@/lib/waiting-time';
import { isOpen } from './batch';
import type { TaskStore } from './task-store';

/** The ratings of reports that batches have made, read from lists that show many at once. */
export interface BatchRatings {
  /** Takes ratings from a list, whoever has asked for it. */
  settle(reports: readonly Report[]): Promise<void>;
  /** Asks the service, if that is due. */
  readDue(): Promise<void>;
  /** When it is asked next, in milliseconds since the epoch; null: no rating is awaited. */
  nextTime(): number | null;
}

interface BatchRatingsTools {
  store: TaskStore;
  /** Reads a list, which is given to `settle` as every list is. */
  readList(query: ReportQuery): Promise<Outcome<ReportList>>;
  now(): number;
}

/** One list shows so many. */
const MOST_SHOWN = LATEST_RESULTS_QUERY.perPage;

/** While a batch goes on, a list is read once for so many reports, or after this time. */
const WHILE_MADE_MS = 60_000;

/** Makes the ratings of one connection's batches. What a stopped worker has waited is not known to the next. */
export function createBatchRatings({ store, readList, now }: BatchRatingsTools): BatchRatings {
  const { batches } = store;
  let isReading = false;
  let readAt = now();
  let madeAtRead = 0;
  /** Reads since the last report was made. */
  let attempts = 0;

  const made = () => batches.all().reduce((sum, { id }) => sum + batches.doneCount(id), 0);
  const isMaking = () => batches.all().some(({ id }) => isOpen(store.batchCounts(id)));

  function nextTime(): number | null {
    if (batches.unrated.size === 0) return null;
    if (isReading) return now() + CUT_OFF_MS;
    const news = made() - madeAtRead;
    if (news >= MOST_SHOWN) return now();
    if (isMaking()) return readAt + WHILE_MADE_MS;
    const pause = BETWEEN_RESULT_READS[news > 0 ? 0 : attempts];
    return pause === undefined ? null : readAt + pause * 1000;
  }

  return {
    async settle(reports) {
      const rated = reports.filter((report) => hasResult(report) && batches.unrated.has(report.id));
      if (rated.length === 0) return;
      await batches.rate(rated);
      void store.writeView();
    },
    async readDue() {
      const time = nextTime();
      if (time === null || time > now()) return;
      isReading = true;
      attempts = made() === madeAtRead ? attempts + 1 : 1;
      madeAtRead = made();
      const listed = await readList(LATEST_RESULTS_QUERY).finally(() => {
        isReading = false;
        readAt = now();
      });
      // The gate tells when to ask again.
      if (hasFailed(listed)) attempts -= 1;
    },
    nextTime,
  };
}
