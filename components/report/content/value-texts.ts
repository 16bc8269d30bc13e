import { i18n } from '#i18n';
import { shortDate, shortDay } from '@/components/text/dates';
import { counted, countText, labelled, language } from '@/components/text/language';
import { readableName } from '@/lib/report/content/readable-name';
import { type ExtraField, type ExtraValue, isEmpty, isSingle } from '@/lib/report/extra-fields';
import { untrustedLine } from '@/lib/report/untrusted-line';

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/** A single value, or an empty list or object, as people read it. */
export function valueText(value: ExtraValue): string {
  if (isEmpty(value)) return '–';
  if (typeof value === 'boolean') return i18n.t(value ? 'report.yes' : 'report.no');
  return (typeof value === 'string' && dateText(value)) || String(value);
}

/** Whole, as far as texts are kept at all. */
const LONGEST_LINE = 20_000;

/**
 * Fields that have no words of their own as plain text: a line for each, those of a list or an object
 * indented below its name. No text of the service can add a line or turn one.
 * @param more how many further ones the service sent
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

/** A day or a moment as ISO 8601 in the language of the page; null for any other text. */
function dateText(text: string): string | null {
  const [isDate, day, time, zone = 'Z'] = DATE.exec(text) ?? [];
  // Noon is on the same day in nearly every time zone; a moment without a zone is taken for UTC.
  const iso = time === undefined ? `${day}T12:00` : `${day}T${time}${zone}`;
  if (!isDate || Number.isNaN(Date.parse(iso))) return null;
  return time === undefined ? shortDay(iso) : shortDate(iso);
}

/** What a check counts or measures. */
type Unit = 'bytes' | 'seconds' | 'percent' | 'words' | 'characters' | 'number';

/** The units of the checks that are known; other services do not say theirs. */
const UNITS: Record<Unit, readonly string[]> = {
  bytes: ['page_size', 'text_compression'],
  seconds: ['load_time'],
  percent: ['text_html_ratio'],
  words: ['content_length'],
  characters: [],
  number: ['dom_size', 'http_requests', 'in_page_links'],
};

/** What a check measures; null where that is not known. */
export function unitOf(check: string): Unit | null {
  const found = Object.entries(UNITS).find(([, checks]) => checks.includes(check));
  return found ? (found[0] as Unit) : null;
}

/** The number that a value is, as number or text; null where it is none. */
export function numberOf(value: ExtraValue | undefined): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : null;
}

/** A number with its unit, as people write them: "48.2 kB", "312 words". */
export function amountText(value: number, unit: Unit): string {
  if (unit === 'seconds') return measured(value, 'second', 2);
  if (unit === 'percent') return measured(value, 'percent', 1);
  if (unit !== 'bytes')
    return unit === 'number' ? countText(value) : counted(`checks.${unit}`, value);
  if (value < 1000) return measured(value, 'byte', 0);
  return value < 1e6 ? measured(value / 1000, 'kilobyte', 1) : measured(value / 1e6, 'megabyte', 1);
}

function measured(value: number, unit: string, maximumFractionDigits: number): string {
  // English has no short form of bytes for several.
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  const format = { style: 'unit', unit, unitDisplay, maximumFractionDigits } as const;
  return value.toLocaleString(language(), format);
}
