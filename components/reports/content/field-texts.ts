import { i18n } from '#i18n';
import { shortDate, shortDay } from '@/components/text/dates';
import { countText, labelled } from '@/components/text/language';
import type { Check } from '@/lib/report/content/checks';
import { isNumber, plainName, readableName } from '@/lib/report/content/readable-name';
import { isEmpty } from '@/lib/report/content/sections';
import { type ExtraField, type ExtraValue, fieldsOf, isSingle } from '@/lib/report/extra-fields';

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

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

/** Why a check failed: "Too slow: max 2". */
export function reasonText({ name, value }: ExtraField): string {
  const parts = fieldsOf(value).map((part) =>
    isNumber(part.name)
      ? valueText(part.value)
      : `${plainName(part.name)} ${valueText(part.value)}`,
  );
  const said = isSingle(value) ? (value === true ? '' : valueText(value)) : parts.join(', ');
  if (isNumber(name)) return said;
  return said === '' ? readableName(name) : labelled(readableName(name), said);
}

/** What a check is called. */
export function checkName({ name }: Check): string {
  return isNumber(name) ? i18n.t('report.unnamedCheck', [name]) : readableName(name);
}

/** How many checks failed and passed: "3 failed, 12 passed". */
export function checkCounts(checks: readonly Check[]): string {
  const failed = checks.filter(({ isPassed }) => !isPassed).length;
  return i18n.t('report.checkCounts', [countText(failed), countText(checks.length - failed)]);
}
