/** Makes a format when it is first needed: a browser takes a whole frame for its first one. */
function formatWhenNeeded(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (date) => {
    format ??= new Intl.DateTimeFormat(undefined, options);
    return format.format(date);
  };
}

const dateAndTime = formatWhenNeeded({ dateStyle: 'medium', timeStyle: 'short' });
const timeOnly = formatWhenNeeded({ timeStyle: 'short' });
const dayOnly = formatWhenNeeded({ dateStyle: 'medium' });

/** A date from the service or the store, in the reader's own language and time zone. */
export function shortDate(iso: string): string {
  return dateAndTime(new Date(iso));
}

/** The time of day where it is today, otherwise the date with it. */
export function shortTime(iso: string): string {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date().toDateString();
  return (isToday ? timeOnly : dateAndTime)(date);
}

/** The day alone, where the time of it does not matter. */
export function shortDay(iso: string): string {
  return dayOnly(new Date(iso));
}
