import { cutText } from '@/lib/cut-text';

/** A JSON value that the service's API does not document. */
export type ExtraValue = string | number | boolean | null | ExtraObject;

/**
 * A JSON object or list. The items of a list are named `1`, `2` and so on. Any name is allowed,
 * including `__proto__`. The fields are in the service's order.
 */
export interface ExtraObject {
  fields: ExtraField[];
  /** The number of fields that are missing because of a limit; absent if none are missing. */
  more?: number;
}

/** A named value. */
export interface ExtraField {
  name: string;
  value: ExtraValue;
}

/** The fields of a report or an account that the service's API does not document. */
export interface ExtraFields extends ExtraObject {
  /** Whether something is missing because of the limits for values or text. */
  isCut: boolean;
}

/** The account of an API key, with all fields that the service sent. */
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

/** Limits for copied values, because a hostile response could fill memory and screen. */
export interface Bounds {
  /** Limit for all values, including lists and objects. */
  values: number;
  /** Limit for the levels. The outermost values are on the first level. */
  depth: number;
  /** Limit for the characters of all texts and names together. */
  text: number;
  /** Limit for the fields of one list or object; absent if unlimited. */
  parts?: number;
}

/** Limits for the extra fields of a report or an account. */
export const FIELD_BOUNDS: Bounds = {
  values: 5_000,
  depth: 60,
  text: 20_000,
};
/** Limits for each check of a report. */
export const CHECK_BOUNDS: Bounds = {
  values: 500,
  depth: 60,
  text: 20_000,
  parts: 50,
};
/** Limits for each failed check of a report in a list. */
export const FOUND_BOUNDS: Bounds = {
  values: 60,
  depth: 6,
  text: 2_000,
  parts: 10,
};

/** Limit in characters for one text. */
const MAX_TEXT_LENGTH = 10_000;
/** Limit in characters for one name. */
const MAX_NAME_LENGTH = 200;
const ELLIPSIS = '…';

/**
 * Copies a JSON object within the bounds, without reading the rest of the object. A text or name
 * above its limit ends in an ellipsis. An ellipsis replaces a value below `bounds.depth`, and a
 * text that exceeds `bounds.text`.
 * @param except top-level names to leave out
 * @param redact called with each text and name before it is cut; returns at most `maxLength`
 *   characters
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

  function shorten(text: string, maxLength: number): string {
    // One character above the limit shows that the redacted text is too long.
    const redacted = redact(text, maxLength + 1);
    const isTooLong = redacted.length > maxLength || text.length > maxLength + 1;
    const short = isTooLong ? cutText(redacted, maxLength) + ELLIPSIS : redacted;
    if (short.length > charactersLeft) {
      isCut = true;
      return ELLIPSIS;
    }
    charactersLeft -= short.length;
    return short;
  }

  function toValue(value: unknown, depth: number): ExtraValue {
    if (typeof value === 'string') return shorten(value, MAX_TEXT_LENGTH);
    if (value === null || typeof value === 'boolean') return value;
    // `JSON.parse` reads a huge number as `Infinity`, which JSON cannot contain.
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
    if (typeof value !== 'object') return String(value);
    return depth < bounds.depth ? toObject(value, depth) : ELLIPSIS;
  }

  function toObject(
    source: object,
    depth: number,
    omittedNames: readonly string[] = [],
  ): ExtraObject {
    const isList = Array.isArray(source);
    const names = Object.keys(source).filter((name) => !omittedNames.includes(name));
    const fields: ExtraField[] = [];
    for (const name of names) {
      if (fields.length === bounds.parts || !countValue()) break;
      const value = toValue(Reflect.get(source, name), depth + 1);
      const fieldName = isList ? String(fields.length + 1) : shorten(name, MAX_NAME_LENGTH);
      fields.push({ name: fieldName, value });
    }
    const more = names.length - fields.length;
    return more > 0 ? { fields, more } : { fields };
  }

  /** Counts one more value. Returns false if the limit for values is reached. */
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
