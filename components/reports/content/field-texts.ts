import { i18n } from '#i18n';
import { shortDate, shortDay } from '@/components/text/dates';
import { readableName } from '@/lib/report/content/readable-name';
import { isEmpty } from '@/lib/report/content/sections';
import type { ExtraValue } from '@/lib/report/extra-fields';

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/** What a field is called: those that the interface or its installations name have their labels. */
export function fieldName(name: string): string {
  switch (name) {
    case 'created_at':
      return i18n.t('sort.id');
    case 'generated_at':
      return i18n.t('sort.generated_at');
    case 'updated_at':
      return i18n.t('report.updatedAt');
    case 'url':
      return i18n.t('sort.url');
    case 'result':
      return i18n.t('sort.result');
    case 'results':
      return i18n.t('report.checks');
    case 'privacy':
      return i18n.t('privacy.label');
    case 'project':
      return i18n.t('list.project');
    default:
      return readableName(name);
  }
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
