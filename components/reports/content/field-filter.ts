import { i18n } from '#i18n';
import type { Check } from '@/lib/report/content/checks';
import { readableName } from '@/lib/report/content/readable-name';
import { isSection } from '@/lib/report/content/sections';
import { type ExtraField, fieldsOf, isSingle } from '@/lib/report/extra-fields';
import { checkName, reasonText, valueText } from './field-texts';

/** Words to look for, in lower case: all must stand somewhere in a text. */
export function filterWords(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/**
 * The fields that hold all words in their own name or value, within the sections that hold them, and
 * how many values match in all. A section whose name matches is kept whole.
 * @param fields as `withNumberedItems` leaves them
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

/** Whether a check holds all words, in what is shown of it or in its details. */
export function isFound(check: Check, words: readonly string[]): boolean {
  const { isPassed, importance, group, name, said, reasons, details } = check;
  const verdict = i18n.t(isPassed ? 'report.passed' : 'report.failed');
  const shown = [verdict, checkName(check), importance, group];
  const texts = said.map((value) => searchText({ name, value }));
  const further = [...reasons.map(reasonText), ...[...reasons, ...details].map(deepText)];
  return holdsWords([...shown, name, ...texts, ...further].join('\n'), words);
}

/** Whether a filter finds a check by its details, which are folded otherwise. */
export function isFoundWithin({ details }: Check, words: readonly string[]): boolean {
  return words.length > 0 && holdsWords(details.map(deepText).join('\n'), words);
}

function holdsWords(text: string, words: readonly string[]): boolean {
  const searched = text.toLowerCase();
  return words.every((word) => searched.includes(word));
}

/** All that can be searched of a field, as shown and as it came: of a section its name alone. */
function searchText({ name, value }: ExtraField): string {
  const texts = isSingle(value) ? [String(value ?? ''), valueText(value)] : [];
  return [name, readableName(name), ...texts].join('\n');
}

function deepText(field: ExtraField): string {
  return [searchText(field), ...fieldsOf(field.value).map(deepText)].join('\n');
}
