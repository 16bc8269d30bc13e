import type { PageHistory } from '@/lib/archive/page-history';
import type { View } from '@/lib/front/view';
import type { Rating } from '@/lib/report/rating';
import { hasResult } from '@/lib/report/report';
import type { BatchLine } from '@/lib/task/batch/batch';
import type { UnseenOutcome } from './report-news';

/** What the toolbar button tells beside its icon. */
export type Badge =
  /** So many tasks go no further without a person's word. */
  | { kind: 'attention'; count: number }
  /** So many batches are paused, since the service has refused several reports of them alike. */
  | { kind: 'paused'; count: number }
  /** So many reports and changes are on their way. */
  | { kind: 'waiting'; creations: number; changes: number }
  /** What became of a report while no popup was open. */
  | UnseenOutcome
  /** The last known result of the page in front. */
  | { kind: 'page'; result: Rating; score: number | null };

/** What the button tells in all windows; null for nothing. Of what is kept in memory it tells nothing. */
export function badgeOf(view: View | undefined, unseen: UnseenOutcome | undefined): Badge | null {
  const { stuck = 0, create = 0, change = 0 } = view?.ordinary ?? {};
  if (stuck > 0) return { kind: 'attention', count: stuck };
  const paused = view?.batches.filter(isPausedByWords).length ?? 0;
  if (paused > 0) return { kind: 'paused', count: paused };
  if (create + change > 0) return { kind: 'waiting', creations: create, changes: change };
  return unseen ?? null;
}

/** What it tells of a page in front, where there is nothing more important; null for nothing. */
export function pageBadgeOf(history: PageHistory | undefined): Badge | null {
  const newest = history?.reports[0];
  // As the popup shows it: the newest report may have no result yet.
  const last = newest && hasResult(newest) ? newest : history?.results.at(-1);
  if (!last?.result) return null;
  return { kind: 'page', result: last.result, score: last.score };
}

function isPausedByWords({ pausedBy, keeping }: BatchLine): boolean {
  return pausedBy !== null && keeping === 'disk';
}
