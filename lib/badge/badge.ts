import type { UnseenOutcome } from '@/lib/notification/notification';
import type { PageHistory } from '@/lib/page-history/page-history';
import type { Rating } from '@/lib/report/rating';
import type { QueueView } from '@/lib/submission/queue-view';
import { needsAttention } from '@/lib/submission/submission';

/** What the toolbar button tells beside its icon. */
export type Badge =
  /** So many reports, or more, go no further without a person's word. */
  | { kind: 'attention'; count: number; hasMore: boolean }
  /** So many reports are on their way. */
  | { kind: 'waiting'; count: number }
  /** What became of a report while no popup was open. */
  | UnseenOutcome
  /** The last known rating of the page in front. */
  | { kind: 'page'; rating: Rating };

/** How the toolbar button shows it: as a badge of a few letters, and in words. */
export interface ButtonLook {
  /** At most four characters; empty for no badge. */
  text: string;
  /** As a CSS hex colour: white letters on it have a contrast of at least 4.5. */
  background: string;
  /** What the button is called. */
  title: string;
}

interface BadgeFacts {
  /** As ordinary windows see it. */
  queue: QueueView | undefined;
  /** How many submissions and deletions of ordinary windows cannot be read. */
  unreadable: number | undefined;
  unseen: UnseenOutcome | undefined;
}

/** What the button tells in all windows; null for nothing. */
export function badgeOf({ queue, unreadable = 0, unseen }: BadgeFacts): Badge | null {
  const shown = queue?.shown ?? [];
  const attention = shown.filter(needsAttention).length;
  if (attention + unreadable > 0) {
    // What needs attention is shown first: where that is all there is to see, there may be more.
    const hasMore = attention === shown.length && (queue?.count ?? 0) > attention;
    return { kind: 'attention', count: attention + unreadable, hasMore };
  }
  if (queue !== undefined && queue.count > 0) return { kind: 'waiting', count: queue.count };
  return unseen ?? null;
}

/** What it tells of a page in front, where there is nothing more important; null for nothing. */
export function pageBadgeOf(history: PageHistory | undefined): Badge | null {
  // As the popup shows it: the newest report may have no result yet.
  const rating = history?.reports[0]?.result ?? history?.results.at(-1)?.result;
  return rating === undefined ? null : { kind: 'page', rating };
}
