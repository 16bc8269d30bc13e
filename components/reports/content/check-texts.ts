import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import type { Check } from '@/lib/report/content/check';
import { type ExtraField, fieldsOf } from '@/lib/report/extra-fields';
import { searchText } from './value-text';

/**
 * What a check is called.
 * @param number of the check among those of the report, for one without a name
 */
export function checkName({ name }: Check, number: number): string {
  return name ?? i18n.t('report.unnamedCheck', [number]);
}

/** How many checks failed and passed: "3 failed, 12 passed". */
export function checkCounts(checks: readonly Check[]): string {
  const failed = checks.filter(({ isPassed }) => !isPassed).length;
  return i18n.t('report.checkCounts', [countText(failed), countText(checks.length - failed)]);
}

/** All that can be searched of a check, in lower case. */
export function checkSearchText(check: Check): string {
  const before = searchTexts.get(check);
  if (before !== undefined) return before;
  const { name, rawName, importance, value, messages, group, isPassed } = check;
  const verdict = i18n.t(isPassed ? 'report.passed' : 'report.failed');
  const own = [verdict, name, rawName, importance, group, ...messages, value && searchText(value)];
  const text = `${own.join('\n')}\n${detailsSearchText(check)}`.toLowerCase();
  searchTexts.set(check, text);
  return text;
}

/** The same of its details alone. */
export function detailsSearchText({ details }: Check): string {
  return details.map(deepSearchText).join('\n');
}

/** Made once, since they are searched with every key. */
const searchTexts = new WeakMap<Check, string>();

function deepSearchText(field: ExtraField): string {
  return [searchText(field), ...partsOf(field).map(deepSearchText)].join('\n');
}

/** What a list or an object holds; the entries of a list have its name. */
function partsOf({ name, value }: ExtraField): readonly ExtraField[] {
  return Array.isArray(value) ? value.map((item) => ({ name, value: item })) : fieldsOf(value);
}
