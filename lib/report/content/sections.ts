import { type ExtraField, type ExtraValue, fieldsOf, isSingle } from '@/lib/report/extra-fields';

/** So many values are shown unfolded at first. */
const MOST_UNFOLDED = 40;
const DEEPEST_UNFOLDED = 3;

/** A longer list folds. */
const LONGEST_INLINE = 6;

/** How many values a value holds, itself if it is a single one. */
export function sizeOf(value: ExtraValue): number {
  if (isSingle(value)) return 1;
  return partsOf(value).reduce<number>((sum, part) => sum + sizeOf(part), 0);
}

/** What a list or an object holds itself. */
export function partsOf(value: ExtraValue): readonly ExtraValue[] {
  if (isSingle(value)) return [];
  return Array.isArray(value) ? value : value.fields.map((field) => field.value);
}

/**
 * The sections that are open at first: small ones, with what they hold, as long as they fill no long
 * page.
 */
export function openAtFirst(fields: readonly ExtraField[]): Set<ExtraField> {
  const open = new Set<ExtraField>();
  let room = MOST_UNFOLDED;
  for (const field of fields) {
    const size = sizeOf(field.value);
    if (size > room) continue;
    room -= size;
    for (const opened of [field, ...innerFields(field, DEEPEST_UNFOLDED)]) open.add(opened);
  }
  return open;
}

function innerFields({ value }: ExtraField, levels: number): ExtraField[] {
  if (levels === 0) return [];
  return fieldsOf(value).flatMap((field) => [field, ...innerFields(field, levels - 1)]);
}

/** The same fields, in which lists of anything but single values are sections of numbered parts. */
export function withNumberedItems(fields: readonly ExtraField[]): ExtraField[] {
  return fields.map(({ name, value }) => ({ name, value: numbered(value) }));
}

function numbered(value: ExtraValue): ExtraValue {
  if (isSingle(value)) return value;
  if (!Array.isArray(value)) return { fields: withNumberedItems(value.fields) };
  if (value.every(isSingle)) return value;
  const fields = value.map((item, index) => ({ name: String(index + 1), value: item }));
  return { fields: withNumberedItems(fields) };
}

/** A single value, or a list of a few that fit beside its name; anything else is a section. */
export function isInline(value: ExtraValue): boolean {
  if (isSingle(value)) return true;
  if (!Array.isArray(value)) return value.fields.length === 0;
  return value.length <= LONGEST_INLINE && value.every(isSingle);
}
