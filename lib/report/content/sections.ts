import { type ExtraField, type ExtraValue, fieldsOf, isSingle } from '@/lib/report/extra-fields';

/** So many values are shown unfolded at first. */
const MOST_UNFOLDED = 40;

/** Whether there is nothing to see of a value. */
export function isEmpty(value: ExtraValue): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === null || (!isSingle(value) && fieldsOf(value).length === 0);
}

/** Whether a field holds others; an empty list or object is shown like a single value. */
export function isSection({ value }: ExtraField): boolean {
  return fieldsOf(value).length > 0;
}

/** The sections that are open at first: small ones, as long as they fill no long page. */
export function openAtFirst(sections: readonly ExtraField[]): ExtraField[] {
  let room = MOST_UNFOLDED;
  return sections.filter((section) => {
    const size = sizeOf(section);
    const hasRoom = size <= room;
    if (hasRoom) room -= size;
    return hasRoom;
  });
}

/** How many values a field holds: of a section, those of all that is in it. */
export function sizeOf({ value }: ExtraField): number {
  return fieldsOf(value).reduce((sum, part) => sum + sizeOf(part), 0) || 1;
}
