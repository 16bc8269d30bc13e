import { cutText } from '@/lib/cut-text';

/** A JSON value that the interface does not document. */
export type ExtraValue = string | number | boolean | null | ExtraObject;

/**
 * A JSON object, or a list whose items have the numbers from 1 on as names. Any name is allowed,
 * including `__proto__`. Fields keep the service's order.
 */
export interface ExtraObject {
  fields: ExtraField[];
  /** The number of further fields that the service sent; absent if there are none. */
  more?: number;
}

/** A named value. */
export interface ExtraField {
  name: string;
  value: ExtraValue;
}

/** The fields of a report or an account that the interface does not document. */
export interface ExtraFields extends ExtraObject {
  /** Whether the limits on values or text left something out. */
  isCut: boolean;
}

/** The account of an API key, in the service's own fields. */
export type Account = ExtraFields;

/** Whether a value is neither a list nor an object. */
export function isSingle(value: ExtraValue): value is string | number | boolean | null {
  return typeof value !== 'object' || value === null;
}

/** Whether a value has nothing to show. */
export function isEmpty(value: ExtraValue): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === null || (!isSingle(value) && fieldsOf(value).length === 0);
}

/** Returns the fields of a list or an object; empty for any other value. */
export function fieldsOf(value: ExtraValue): readonly ExtraField[] {
  return isSingle(value) ? [] : value.fields;
}

/** Returns the number of fields that the service sent in a list or an object. */
export function lengthOf(value: ExtraValue): number {
  return isSingle(value) ? 0 : value.fields.length + (value.more ?? 0);
}

/** Limits on what a hostile response can fill. */
export interface Bounds {
  /** Number of values, including lists and objects. */
  values: number;
  /** Number of levels; the outermost values are on the first level. */
  depth: number;
  /** Number of characters in all texts and names. */
  text: number;
  /** Number of fields in one list or object; absent if unlimited. */
  parts?: number;
}

/** For the extra fields of a report or an account. */
export const FIELD_BOUNDS: Bounds = { values: 5_000, depth: 60, text: 20_000 };
/** For each check of a report. */
export const CHECK_BOUNDS: Bounds = { values: 500, depth: 60, text: 20_000, parts: 50 };
/** For each failed check of a listed report, which fills one line. */
export const FOUND_BOUNDS: Bounds = { values: 60, depth: 6, text: 2_000, parts: 10 };

const MAX_TEXT_LENGTH = 10_000;
const MAX_NAME_LENGTH = 200;
/** Replaces what exceeds a limit. */
const CUT = '…';

/**
 * Copies a JSON object up to the bounds. The running time does not grow with the omitted part.
 * Texts and names that are too long end in an ellipsis. An ellipsis alone replaces a value that is
 * too deep, or a text beyond the limit for all texts.
 * @param except top-level names to leave out
 * @param redact called with each text and name before it is cut; returns at most `maxLength`
 * characters
 */
export function toExtraFields(
  object: object,
  bounds: Bounds,
  except: readonly string[] = [],
  redact: (text: string, maxLength: number) => string = cutText,
): ExtraFields {
  let values = 0;
  let charactersLeft = bounds.text;
  let isCut = false;

  function shortened(text: string, longest: number): string {
    // One character more shows later that the text is too long.
    const read = redact(text, longest + 1);
    const isTooLong = read.length > longest || text.length > longest + 1;
    const short = isTooLong ? cutText(read, longest) + CUT : read;
    if (short.length > charactersLeft) {
      isCut = true;
      return CUT;
    }
    charactersLeft -= short.length;
    return short;
  }

  function toValue(value: unknown, depth: number): ExtraValue {
    if (typeof value === 'string') return shortened(value, MAX_TEXT_LENGTH);
    if (value === null || typeof value === 'boolean') return value;
    // A JSON number can exceed the range of doubles. `Infinity` cannot be written as JSON.
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
    if (typeof value !== 'object') return String(value);
    return depth < bounds.depth ? toObject(value, depth) : CUT;
  }

  function toObject(from: object, depth: number, left: readonly string[] = []): ExtraObject {
    const isList = Array.isArray(from);
    const names = Object.keys(from).filter((name) => !left.includes(name));
    const fields: ExtraField[] = [];
    for (const name of names) {
      if (fields.length === bounds.parts || !countValue()) break;
      const value = toValue(Reflect.get(from, name), depth + 1);
      const shown = isList ? String(fields.length + 1) : shortened(name, MAX_NAME_LENGTH);
      fields.push({ name: shown, value });
    }
    const more = names.length - fields.length;
    return more > 0 ? { fields, more } : { fields };
  }

  function countValue(): boolean {
    if (values === bounds.values) {
      isCut = true;
      return false;
    }
    values += 1;
    return true;
  }

  return { ...toObject(object, 0, except), isCut };
}
