import type { DateTexts } from '@/lib/model/date-texts';

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

/** Texts from before, and those that were used by now. */
let recalled: Record<string, string> = {};
const used: Record<string, string> = {};

/** A date from the service or the store, in the reader's own language and time zone. */
export function shortDate(iso: string): string {
  return remembered(`time ${iso}`, () => dateAndTime(new Date(iso)));
}

/** The time of day where it is today, otherwise the date with it. */
export function shortTime(iso: string): string {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date().toDateString();
  return (isToday ? timeOnly : dateAndTime)(date);
}

/** The day alone, where the time of it does not matter. */
export function shortDay(iso: string): string {
  return remembered(`day ${iso}`, () => dayOnly(new Date(iso)));
}

/** Has dates shown as they were written out before, where that was for this reader. */
export function recallDates(dates: DateTexts | undefined): void {
  recalled = dates?.reader === reader() ? dates.texts : {};
}

/** The dates that were shown by now, to be recalled; null where all of them were recalled. */
export function datesToRecall(): DateTexts | null {
  const isNew = Object.keys(used).some((key) => !Object.hasOwn(recalled, key));
  return isNew ? { reader: reader(), texts: used } : null;
}

function remembered(key: string, write: () => string): string {
  const text = used[key] ?? (Object.hasOwn(recalled, key) ? recalled[key] : undefined) ?? write();
  used[key] = text;
  return text;
}

function reader(): string {
  return `${navigator.language} ${new Date().getTimezoneOffset()}`;
}
