import { i18n } from '#i18n';
import { shortDate, shortDay } from '@/components/text/dates';
import { countText, labelled } from '@/components/text/language';
import { readableName } from '@/lib/report/content/readable-name';
import { type ExtraField, type ExtraValue, isEmpty, isSingle } from '@/lib/report/extra-fields';
import { foreignLine } from '@/lib/report/foreign-line';

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
    const label = foreignLine(readableName(name), LONGEST_LINE);
    const isSection = !isSingle(value) && !isEmpty(value);
    if (isSection)
      return `${indent}${label}\n${fieldsText(value.fields, value.more, `${indent}  `)}`;
    return indent + labelled(label, foreignLine(valueText(value), LONGEST_LINE));
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
