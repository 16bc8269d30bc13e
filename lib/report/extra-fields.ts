import { cutText } from '@/lib/cut-text';

/** A value that the interface does not document, as JSON has it. */
export type ExtraValue = string | number | boolean | null | ExtraObject;

/**
 * An object from JSON, or a list, whose items are named by their numbers from 1 on. Any name is
 * allowed, `__proto__` as well, and the order is the service's.
 */
export interface ExtraObject {
  fields: ExtraField[];
  /** How many further parts the service sent; absent where there are none. */
  more?: number;
}

/** One named value. */
export interface ExtraField {
  name: string;
  value: ExtraValue;
}

/** What the interface does not document of a report or an account. */
export interface ExtraFields extends ExtraObject {
  /** Whether there was more of it than the bounds allow. */
  isCut: boolean;
}

/** Whose account a key belongs to, in the service's own fields. */
export type Account = ExtraFields;

/** Whether a value is neither a list nor an object. */
export function isSingle(value: ExtraValue): value is string | number | boolean | null {
  return typeof value !== 'object' || value === null;
}

/** Whether there is nothing to see of a value. */
export function isEmpty(value: ExtraValue): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === null || (!isSingle(value) && fieldsOf(value).length === 0);
}

/** What a list or an object holds; nothing where a value is neither. */
export function fieldsOf(value: ExtraValue): readonly ExtraField[] {
  return isSingle(value) ? [] : value.fields;
}

/** How many parts a list or an object had when the service sent it. */
export function lengthOf(value: ExtraValue): number {
  return isSingle(value) ? 0 : value.fields.length + (value.more ?? 0);
}

/** How much of a hostile answer may fill a page. */
export interface Bounds {
  /** Values in all, lists and objects counted as well. */
  values: number;
  /** Levels; the outermost values are on the first. */
  depth: number;
  /** Characters of all texts and names together. */
  text: number;
  /** Parts of a single list or object, where these are bound as well. */
  parts?: number;
}

/** For the other fields of a report or an account. */
export const FIELD_BOUNDS: Bounds = { values: 5_000, depth: 60, text: 20_000 };
/** For each check of a report. */
export const CHECK_BOUNDS: Bounds = { values: 500, depth: 60, text: 20_000, parts: 50 };
/** For each failed check of a listed report, of which a line is said. */
export const FOUND_BOUNDS: Bounds = { values: 60, depth: 6, text: 2_000, parts: 10 };

const LONGEST_TEXT = 10_000;
const LONGEST_NAME = 200;
/** Stands for what goes beyond the bounds. */
const CUT = '…';

/**
 * Copies an object from JSON up to the bounds, leaving the names of `except` out at the top. Texts
 * and names that are too long end in three dots; three dots alone stand for what is too deep, and
 * for texts for which there is no room any more. It takes no longer the more there is to leave out.
 * @param redact is called with each text and name before one is cut, and returns at most so many characters
 */
export function toExtraFields(
  object: object,
  bounds: Bounds,
  except: readonly string[] = [],
  redact: (text: string, most: number) => string = cutText,
): ExtraFields {
  let values = 0;
  let room = bounds.text;
  let isCut = false;

  function shortened(text: string, longest: number): string {
    // With one character more, a text that is too long stays recognisable.
    const read = redact(text, longest + 1);
    const isTooLong = read.length > longest || text.length > longest + 1;
    const short = isTooLong ? cutText(read, longest) + CUT : read;
    if (short.length > room) {
      isCut = true;
      return CUT;
    }
    room -= short.length;
    return short;
  }

  function toValue(value: unknown, depth: number): ExtraValue {
    if (typeof value === 'string') return shortened(value, LONGEST_TEXT);
    if (value === null || typeof value === 'boolean') return value;
    // JSON may hold numbers beyond all bounds, which could not be written as JSON again.
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
    if (typeof value !== 'object') return String(value);
    return depth < bounds.depth ? toObject(value, depth) : CUT;
  }

  function toObject(from: object, depth: number, left: readonly string[] = []): ExtraObject {
    const isList = Array.isArray(from);
    const names = Object.keys(from).filter((name) => !left.includes(name));
    const fields: ExtraField[] = [];
    for (const name of names) {
      if (fields.length === bounds.parts || !hasRoom()) break;
      const value = toValue(Reflect.get(from, name), depth + 1);
      const shown = isList ? String(fields.length + 1) : shortened(name, LONGEST_NAME);
      fields.push({ name: shown, value });
    }
    const more = names.length - fields.length;
    return more > 0 ? { fields, more } : { fields };
  }

  function hasRoom(): boolean {
    if (values === bounds.values) {
      isCut = true;
      return false;
    }
    values += 1;
    return true;
  }

  return { ...toObject(object, 0, except), isCut };
}
