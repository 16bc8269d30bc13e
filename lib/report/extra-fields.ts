import { cutText } from '@/lib/cut-text';

/** A JSON value that the service's API does not document. */
export type ExtraValue = string | number | boolean | null | ExtraObject;

/** A JSON object or list. The items of a list have the names `1`, `2` and so on. */
export interface ExtraObject {
  fields: ExtraField[];
  /** Number of fields above a limit, which `fields` does not contain; absent if none. */
  more?: number;
}

export interface ExtraField {
  name: string;
  value: ExtraValue;
}

/** The fields of a report or an account that the service's API does not document. */
export interface ExtraFields extends ExtraObject {
  /** Whether a value or text exceeds `Bounds.values` or `Bounds.text`. */
  isCut: boolean;
}

/** The account of an API key, with all fields that the service sent. */
export type Account = ExtraFields;

export function isSingle(value: ExtraValue): value is string | number | boolean | null {
  return typeof value !== 'object' || value === null;
}

export function isEmpty(value: ExtraValue): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === null || (!isSingle(value) && fieldsOf(value).length === 0);
}

export function fieldsOf(value: ExtraValue): readonly ExtraField[] {
  return isSingle(value) ? [] : value.fields;
}

/** Returns the number of fields, including fields above a limit. */
export function lengthOf(value: ExtraValue): number {
  return isSingle(value) ? 0 : value.fields.length + (value.more ?? 0);
}

/** Limits against a hostile response that fills memory and screen. */
export interface Bounds {
  /** Number of values, including lists and objects. */
  values: number;
  /** Number of levels. The outermost values are on level 1. */
  depth: number;
  /** Total characters of all texts and names. */
  text: number;
  /** Number of fields of one list or object; absent if unlimited. */
  parts?: number;
}

/** Bounds for the extra fields of a report or an account. */
export const FIELD_BOUNDS: Bounds = {
  values: 5_000,
  depth: 60,
  text: 20_000,
};
/** Bounds for each check of a report. */
export const CHECK_BOUNDS: Bounds = {
  values: 500,
  depth: 60,
  text: 20_000,
  parts: 50,
};
/** Bounds for each failed check of a report in a list. */
export const FINDING_BOUNDS: Bounds = {
  values: 60,
  depth: 6,
  text: 2_000,
  parts: 10,
};

// In characters.
const MAX_TEXT_LENGTH = 10_000;
const MAX_NAME_LENGTH = 200;
const ELLIPSIS = '…';

/**
 * Copies a JSON object within the bounds, without reading the rest of the object. An ellipsis
 * replaces a text or value above a limit.
 * @param except top-level names that the copy omits
 * @param redact called with each text and name; returns at most `maxLength` characters
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
    // A redacted text with one character above the limit is too long.
    const redacted = redact(text, maxLength + 1);
    const isTooLong = redacted.length > maxLength || text.length > maxLength + 1;
    const shortText = isTooLong ? cutText(redacted, maxLength) + ELLIPSIS : redacted;
    if (shortText.length > charactersLeft) {
      isCut = true;
      return ELLIPSIS;
    }
    charactersLeft -= shortText.length;
    return shortText;
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

  /** Counts a value. Returns false if the limit for values is reached. */
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
