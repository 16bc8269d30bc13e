import { textsOf } from '../support/locale-texts';

/** Reads texts of the extension back into the values of their placeholders. */
export type Templates = Awaited<ReturnType<typeof openTemplates>>;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export class Unrecognised extends Error {}

/** Loads the English texts. */
export async function openTemplates() {
  const texts = await textsOf('en');
  const beginnings = new Map<string, readonly (readonly [string, string])[]>();
  const patterns = new Map<string, { pattern: RegExp; places: number[] }>();

  function patternOf(key: string, text: string) {
    const known = patterns.get(key);
    if (known !== undefined) return known;
    const places: number[] = [];
    const source = text.replace(/\$(\d)|[.*+?^${}()|[\]\\]/g, (found, place?: string) => {
      if (place === undefined) return `\\${found}`;
      places.push(Number(place));
      return '(.+?)';
    });
    const created = { pattern: new RegExp(`^${source}$`, 's'), places };
    patterns.set(key, created);
    return created;
  }

  function textOf(key: string): string {
    const text = texts.get(key);
    if (text === undefined) throw new Error(`There is no text ${key}.`);
    return text;
  }

  /** Returns the values of the placeholders by number; null if `text` does not match the text of `key`. */
  function read(key: string, text: string): Record<number, string> | null {
    const { pattern, places } = patternOf(key, textOf(key));
    const found = pattern.exec(text);
    if (found === null) return null;
    return Object.fromEntries(places.map((place, index) => [place, found[index + 1] ?? '']));
  }

  /** Like `read`, for a text with plural forms. The plural form must match the number in `$1`. */
  function readCounted(key: string, text: string): Record<number, string> | null {
    const one = read(`${key}.one`, text);
    if (one !== null && (one[1] ?? '1') === '1') return { ...one, 1: '1' };
    const other = read(`${key}.other`, text);
    return other !== null && other[1] !== '1' ? other : null;
  }

  /** Returns the texts whose keys begin with `start`, each with the rest of its key. */
  function textsAfter(start: string): readonly (readonly [rest: string, text: string])[] {
    const known = beginnings.get(start);
    if (known !== undefined) return known;
    const found = [...texts].filter(([key]) => key.startsWith(start));
    const rests = found.map(([key, text]) => [key.slice(start.length), text] as const);
    beginnings.set(start, rests);
    return rests;
  }

  return { textOf, textsAfter, read, readCounted };
}

/** Reads a whole number, such as `1,234`. */
export function numberIn(text: string | undefined): number {
  if (text === undefined || !/^\d{1,3}(,\d{3})*$/.test(text)) {
    throw new Unrecognised(`not a number: ${text}`);
  }
  return Number(text.replaceAll(',', ''));
}

/** Returns `2026-11-22` for "Nov 22, 2026". */
export function dayIn(text: string | undefined): string {
  const [, month = '', day = '', year = ''] = /^(\w{3}) (\d{1,2}), (\d{4})$/.exec(text ?? '') ?? [];
  return isoDay(text, year, month, day);
}

/** Like `dayIn`, for a text that omits the current year. */
export function dayInYear(text: string | undefined, now: Date): string {
  const [, month = '', day = ''] = /^(\w{3}) (\d{1,2})$/.exec(text ?? '') ?? [];
  if (day === '') {
    const found = dayIn(text);
    if (found.startsWith(`${now.getFullYear()}-`)) throw new Unrecognised(`with year: ${text}`);
    return found;
  }
  return isoDay(text, String(now.getFullYear()), month, day);
}

/** Returns both days of "Nov 20 – 26, 2026"; the same day twice for a single day. */
export function daysIn(text: string): [from: string, to: string] {
  const range = /^(\w{3}) (\d{1,2})(?:, (\d{4}))? – (?:(\w{3}) )?(\d{1,2}), (\d{4})$/.exec(text);
  if (range === null) return [dayIn(text), dayIn(text)];
  const [, month = '', day = '', year, lastMonth, lastDay = '', lastYear = ''] = range;
  return [
    isoDay(text, year ?? lastYear, month, day),
    isoDay(text, lastYear, lastMonth ?? month, lastDay),
  ];
}

/** Like `daysIn`, for a text that omits the current year. */
export function daysInYear(text: string, now: Date): [from: string, to: string] {
  const [, month = '', day = '', lastMonth, lastDay] =
    /^(\w{3}) (\d{1,2})(?: – (?:(\w{3}) )?(\d{1,2}))?$/.exec(text) ?? [];
  if (day === '') return daysIn(text);
  const year = String(now.getFullYear());
  const from = isoDay(text, year, month, day);
  return [from, lastDay === undefined ? from : isoDay(text, year, lastMonth ?? month, lastDay)];
}

function isoDay(text: string | undefined, year: string, month: string, day: string): string {
  const at = MONTHS.indexOf(month);
  if (at < 0 || year === '') throw new Unrecognised(`not a date: ${text}`);
  return `${year}-${String(at + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
}
