import { type ReadonlySignal, signal } from '@preact/signals';
import type { RecentReports } from '@/lib/model/connection';
import type { Failure } from '@/lib/model/failure';
import { hasFailed, type Outcome } from '@/lib/model/outcome';
import type { ReportList } from '@/lib/model/report';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/model/report-query';
import type { StoredItem } from '@/lib/model/stored-item';
import { attempt } from './attempt';
import { storedSignal } from './stored-signal';

/** The newest reports: the stored list, which the background renews. */
export interface RecentList {
  /** Undefined until a list has ever been read. */
  recent: ReadonlySignal<RecentReports | undefined>;
  isRefreshing: ReadonlySignal<boolean>;
  /** Why the last refresh failed; what is shown is older than that. */
  failure: ReadonlySignal<Failure | null>;
  /** Asks the service, unless it is being asked already. */
  refresh(): Promise<void>;
}

interface RecentListTools {
  /** The stored list when the popup opened. */
  stored: RecentReports | undefined;
  item: StoredItem<RecentReports>;
  list(query: ReportQuery): Promise<Outcome<ReportList>>;
}

/** Makes the list, which follows the store from now on. */
export function createRecentList({ stored, item, list }: RecentListTools): RecentList {
  const recent = storedSignal(item, stored);
  const isRefreshing = signal(false);
  const failure = signal<Failure | null>(null);
  return {
    recent,
    isRefreshing,
    failure,
    async refresh() {
      if (isRefreshing.value) return;
      isRefreshing.value = true;
      const outcome = await attempt(() => list(RECENT_REPORTS_QUERY));
      failure.value = hasFailed(outcome) ? outcome.failure : null;
      isRefreshing.value = false;
    },
  };
}
