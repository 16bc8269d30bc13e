/** Makes a format when it is first needed: a browser takes most of a frame for its first one. */
function formatWhenNeeded(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined;
  return () => {
    format ??= new Intl.DateTimeFormat(undefined, options);
    return format;
  };
}

const dateAndTime = formatWhenNeeded({ dateStyle: 'medium', timeStyle: 'short' });
const timeOnly = formatWhenNeeded({ timeStyle: 'short' });
const dayOnly = formatWhenNeeded({ dateStyle: 'medium' });

/** A date from the service or the store, in the reader's own language and time zone. */
export function shortDate(iso: string): string {
  return dateAndTime().format(new Date(iso));
}

/** The time of day where it is today, otherwise the date with it. */
export function shortTime(iso: string): string {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date().toDateString();
  return (isToday ? timeOnly() : dateAndTime()).format(date);
}

/** The day alone, where the time of it does not matter. */
export function shortDay(iso: string): string {
  return dayOnly().format(new Date(iso));
}

/** Makes the first format while there is time for it, such as while the store is read. */
export function warmUpDates(): void {
  dateAndTime();
}
