const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** A date from the service or the store, in the reader's own language and time zone. */
export function shortDate(iso: string): string {
  return new Date(iso).toLocaleString(undefined, DATE_AND_TIME);
}

/** The time of day where it is today, otherwise the date with it. */
export function shortTime(iso: string): string {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? date.toLocaleTimeString(undefined, { timeStyle: 'short' }) : shortDate(iso);
}

/** The day alone, where the time of it does not matter. */
export function shortDay(iso: string): string {
  return new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' });
}
