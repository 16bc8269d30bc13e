import type { ExtraField, ExtraValue } from '@/lib/report/extra-fields';

/** What a filter finds. */
export interface FoundFields {
  /** The first matches, within the sections that hold them. */
  fields: ExtraField[];
  /** How many values match in all. */
  count: number;
}

/** Words to look for, in lower case: all must stand somewhere in a text. */
export function filterWords(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether a text, in lower case, holds all words. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/**
 * The fields that hold all words in their own name or value. A section whose name does is kept
 * whole. Lists hold single values, as `withNumberedItems` leaves them.
 * @param most how many values to give; the rest is counted
 * @param textOf what is searched of a field, in lower case: of a section, its name alone
 */
export function filterFields(
  fields: readonly ExtraField[],
  words: readonly string[],
  most: number,
  textOf: (field: ExtraField) => string,
): FoundFields {
  let count = 0;

  function keepFields(all: readonly ExtraField[], keepsAll: boolean): ExtraField[] {
    return all.flatMap((field) => {
      const isMatch = keepsAll || holdsWords(textOf(field), words);
      const value = keepValue(field.value, field.name, isMatch);
      return value === undefined ? [] : [value === field.value ? field : { ...field, value }];
    });
  }

  /** A single value, or an empty list or object, which is shown like one. */
  function keepSingle(value: ExtraValue, isMatch: boolean): ExtraValue | undefined {
    if (!isMatch) return undefined;
    count += 1;
    return count > most ? undefined : value;
  }

  function keepValue(value: ExtraValue, name: string, isMatch: boolean): ExtraValue | undefined {
    if (typeof value !== 'object' || value === null) return keepSingle(value, isMatch);
    if (Array.isArray(value)) {
      if (value.length === 0) return keepSingle(value, isMatch);
      const items = value.filter((item) => {
        const isFound = isMatch || holdsWords(textOf({ name, value: item }), words);
        return keepValue(item, name, isFound) !== undefined;
      });
      return items.length > 0 ? items : undefined;
    }
    if (value.fields.length === 0) return keepSingle(value, isMatch);
    const kept = keepFields(value.fields, isMatch);
    return kept.length > 0 ? { fields: kept } : undefined;
  }

  return { fields: keepFields(fields, false), count };
}
