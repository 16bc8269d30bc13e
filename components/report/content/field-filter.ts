import { i18n } from '#i18n';
import type { CheckGroup } from '@/lib/report/content/check-groups';
import type { Check } from '@/lib/report/content/checks';
import { readableName } from '@/lib/report/content/readable-name';
import { isSection } from '@/lib/report/content/sections';
import { type ExtraField, fieldsOf, isSingle } from '@/lib/report/extra-fields';
import { checkName, checkWords, groupName, importanceText, listingName } from './check-words';
import { fieldName, valueText } from './field-texts';

/** Words to look for, in lower case: all must stand somewhere in a text. */
export function filterWords(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/**
 * The fields that hold all words in their own name or value, within the sections that hold them, and
 * how many values match in all. A section whose name matches is kept whole.
 * @param most how many values to give; the rest is counted
 */
export function filterFields(
  fields: readonly ExtraField[],
  words: readonly string[],
  most: number,
): { fields: ExtraField[]; count: number } {
  let count = 0;

  function keep(field: ExtraField, isInMatch: boolean): ExtraField[] {
    const isMatch = isInMatch || holdsWords(searchText(field), words);
    if (isSection(field)) {
      const kept = fieldsOf(field.value).flatMap((part) => keep(part, isMatch));
      return kept.length > 0 ? [{ name: field.name, value: { fields: kept } }] : [];
    }
    if (isMatch) count += 1;
    return isMatch && count <= most ? [field] : [];
  }

  return { fields: fields.flatMap((field) => keep(field, false)), count };
}

/** The checks that hold all words, in what is shown of them or in their lists and details. */
export function findChecks(groups: readonly CheckGroup[], words: readonly string[]): Set<Check> {
  const found = groups.flatMap((group) =>
    group.checks.filter((check) => holdsWords(`${groupName(group)}\n${checkText(check)}`, words)),
  );
  return new Set(found);
}

/** Whether a filter finds a check by its lists and details, which are folded otherwise. */
export function isFoundWithin(check: Check, words: readonly string[]): boolean {
  return words.length > 0 && holdsWords(innerText(check), words);
}

function checkText(check: Check): string {
  const { isPassed, importance, name } = check;
  const { reasons, value, listings } = checkWords(check);
  return [
    i18n.t(isPassed ? 'report.passed' : 'report.failed'),
    checkName(check),
    name,
    importance && importanceText(importance),
    importance,
    ...reasons.map(({ text }) => text),
    value,
    ...listings.map(listingName),
    innerText(check),
  ].join('\n');
}

function innerText({ value, reasons, details }: Check): string {
  return [{ name: '', value }, ...reasons, ...details].map(deepText).join('\n');
}

function holdsWords(text: string, words: readonly string[]): boolean {
  const searched = text.toLowerCase();
  return words.every((word) => searched.includes(word));
}

/** All that can be searched of a field, as shown and as it came: of a section its name alone. */
function searchText({ name, value }: ExtraField): string {
  const texts = isSingle(value) ? [String(value ?? ''), valueText(value)] : [];
  return [name, readableName(name), fieldName(name), ...texts].join('\n');
}

function deepText(field: ExtraField): string {
  return [searchText(field), ...fieldsOf(field.value).map(deepText)].join('\n');
}
