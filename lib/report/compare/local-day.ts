/** A day in local time, such as `2026-11-03`. Texts of days sort in the order of the days. */
export type Day = `${number}-${number}-${number}`;

export function dayOf(time: Date, daysEarlier = 0): Day {
  const date = new Date(time.getFullYear(), time.getMonth(), time.getDate() - daysEarlier);
  const month = `${date.getMonth() + 1}`.padStart(2, '0');
  const day = `${date.getDate()}`.padStart(2, '0');
  return `${date.getFullYear()}-${month}-${day}` as Day;
}

/** Returns midnight at the start of a day, as ISO 8601 in UTC. */
export function startOfDay(day: Day): string {
  return new Date(`${day}T00:00`).toISOString();
}

/** Returns midnight at the end of a day, as ISO 8601 in UTC. */
export function endOfDay(day: Day): string {
  return new Date(`${day}T24:00`).toISOString();
}

export function isDay(value: unknown): value is Day {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  // `Date` refuses a day such as February 30, or turns it into another day.
  return dayOf(new Date(`${value}T00:00`)) === value;
}
