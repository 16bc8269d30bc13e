/** `failing`: the last write failed. `unavailable`: the browser has no databases. */
export type HistoryStatus = 'stored' | 'failing' | 'unavailable';
