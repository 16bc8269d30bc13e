import { i18n } from '#i18n';
import { shortDate, shortDay } from '@/components/text/dates';
import { readableName } from '@/lib/report/content/readable-name';
import { isEmpty } from '@/lib/report/content/sections';
import type { ExtraValue } from '@/lib/report/extra-fields';

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/** The fields that the interface or its installations name, by their labels. */
const LABELS = new Map([
  ['created_at', 'sort.id'],
  ['generated_at', 'sort.generated_at'],
  ['updated_at', 'report.updatedAt'],
  ['url', 'sort.url'],
  ['result', 'sort.result'],
  ['results', 'report.checks'],
  ['privacy', 'privacy.label'],
  ['project', 'list.project'],
] as const);

/** What a field is called: its label, or its own name in words. */
export function fieldName(name: string): string {
  const label = (LABELS as ReadonlyMap<string, 'sort.id'>).get(name);
  return label === undefined ? readableName(name) : i18n.t(label);
}

/** A single value, or an empty list or object, as people read it. */
export function valueText(value: ExtraValue): string {
  if (isEmpty(value)) return '–';
  if (typeof value === 'boolean') return i18n.t(value ? 'report.yes' : 'report.no');
  return (typeof value === 'string' && dateText(value)) || String(value);
}

/** A day or a moment as ISO 8601 in the language of the page; null for any other text. */
function dateText(text: string): string | null {
  const [isDate, day, time, zone = 'Z'] = DATE.exec(text) ?? [];
  // Noon is on the same day in nearly every time zone; a moment without a zone is taken for UTC.
  const iso = time === undefined ? `${day}T12:00` : `${day}T${time}${zone}`;
  if (!isDate || Number.isNaN(Date.parse(iso))) return null;
  return time === undefined ? shortDay(iso) : shortDate(iso);
}
