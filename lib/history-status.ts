/** `failing`: the last write failed. `unavailable`: the browser has no databases. */
export const HISTORY_STATUSES = ['stored', 'failing', 'unavailable'] as const;
export type HistoryStatus = (typeof HISTORY_STATUSES)[number];
