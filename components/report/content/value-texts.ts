import { i18n } from '#i18n';
import { shortDate, shortDay } from '@/components/text/dates';
import { countedIn, countText, labelled, language, type Words } from '@/components/text/language';
import { readableName } from '@/lib/report/content/readable-name';
import { type ExtraField, type ExtraValue, isEmpty, isSingle } from '@/lib/report/extra-fields';
import { untrustedLine } from '@/lib/report/untrusted-line';

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/** Returns a single value as text; a dash for an empty value. */
export function valueText(value: ExtraValue, words: Words = i18n): string {
  if (isEmpty(value)) return '–';
  if (typeof value === 'boolean') return words.t(value ? 'report.yes' : 'report.no');
  return (typeof value === 'string' && dateText(value, words)) || String(value);
}

/** In characters. The limit of all stored texts, so that no stored text is cut. */
const LONGEST_LINE = 20_000;

/**
 * Returns fields as plain text, one line each. The fields of a list or an object are indented below
 * its name. Line breaks and direction marks in the service's texts have no effect.
 * @param more the number of further fields that the service sent
 */
export function fieldsText(fields: readonly ExtraField[], more = 0, indent = ''): string {
  const lines = fields.map(({ name, value }) => {
    const label = untrustedLine(readableName(name), LONGEST_LINE);
    const isSection = !isSingle(value) && !isEmpty(value);
    if (isSection)
      return `${indent}${label}\n${fieldsText(value.fields, value.more, `${indent}  `)}`;
    return indent + labelled(label, untrustedLine(valueText(value), LONGEST_LINE));
  });
  if (more > 0) lines.push(indent + i18n.t('report.more', [countText(more)]));
  return lines.join('\n');
}

/** Returns an ISO 8601 date or time in words; null for any other text. */
function dateText(text: string, words: Words): string | null {
  const [isDate, day, time, zone = 'Z'] = DATE.exec(text) ?? [];
  // A date without a time becomes local noon, so the day stays the same. A time without a zone is UTC.
  const iso = time === undefined ? `${day}T12:00` : `${day}T${time}${zone}`;
  if (!isDate || Number.isNaN(Date.parse(iso))) return null;
  return time === undefined ? shortDay(iso, words) : shortDate(iso, words);
}

type Unit = 'bytes' | 'seconds' | 'percent' | 'words' | 'characters' | 'number';

/** The checks with a known unit. Services do not send units. */
const UNITS: Record<Unit, readonly string[]> = {
  bytes: ['page_size', 'text_compression'],
  seconds: ['load_time'],
  percent: ['text_html_ratio'],
  words: ['content_length'],
  characters: [],
  number: ['dom_size', 'http_requests', 'in_page_links'],
};

/** Returns the unit of a check's value; null if unknown. */
export function unitOf(check: string): Unit | null {
  const found = Object.entries(UNITS).find(([, checks]) => checks.includes(check));
  return found ? (found[0] as Unit) : null;
}

/** Returns a number, or the number in a text; null for any other value. */
export function numberOf(value: ExtraValue | undefined): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : null;
}

/** Returns a number with its unit, for example "48.2 kB" or "312 words". */
export function amountText(value: number, unit: Unit, words: Words = i18n): string {
  if (unit === 'seconds') return measured(value, 'second', 2, words);
  if (unit === 'percent') return measured(value, 'percent', 1, words);
  if (unit !== 'bytes') {
    return unit === 'number' ? countText(value, words) : countedIn(words, `checks.${unit}`, value);
  }
  if (value < 1000) return measured(value, 'byte', 0, words);
  return value < 1e6
    ? measured(value / 1000, 'kilobyte', 1, words)
    : measured(value / 1e6, 'megabyte', 1, words);
}

function measured(
  value: number,
  unit: string,
  maximumFractionDigits: number,
  words: Words,
): string {
  // The short form of several bytes in English is "5 byte", without the plural.
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  const format = { style: 'unit', unit, unitDisplay, maximumFractionDigits } as const;
  return value.toLocaleString(language(words), format);
}
