const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const timeOnly = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** A date from the service or the store, in the reader's own language and time zone. */
export function shortDate(iso: string): string {
  return dateAndTime.format(new Date(iso));
}

/** The time of day where it is today, otherwise the date with it. */
export function shortTime(iso: string): string {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date().toDateString();
  return (isToday ? timeOnly : dateAndTime).format(date);
}

const dayOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** The day alone, where the time of it does not matter. */
export function shortDay(iso: string): string {
  return dayOnly.format(new Date(iso));
}
