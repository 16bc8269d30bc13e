import { cutText } from '@/lib/cut-text';
import { z } from '@/lib/schema';

/** A value that the interface does not document: JSON, whose objects are lists of named values. */
export type ExtraValue = string | number | boolean | null | ExtraValue[] | ExtraObject;

/** An object from JSON: any name is allowed, `__proto__` as well, and the order is the service's. */
export interface ExtraObject {
  fields: ExtraField[];
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

const ExtraValue: z.ZodMiniType<ExtraValue> = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.lazy(() => ExtraValue)),
  z.object({ fields: z.array(z.object({ name: z.string(), value: z.lazy(() => ExtraValue) })) }),
]);

/** As it is stored. */
export const ExtraFields: z.ZodMiniType<ExtraFields> = z.object({
  fields: z.array(z.object({ name: z.string(), value: ExtraValue })),
  isCut: z.boolean(),
});

/** Whose account a key belongs to, in the service's own fields. */
export const Account = ExtraFields;
export type Account = ExtraFields;

/** Whether a value is neither a list nor an object. */
export function isSingle(value: ExtraValue): value is string | number | boolean | null {
  return typeof value !== 'object' || value === null;
}

/** What an object holds; nothing where a value is none. */
export function fieldsOf(value: ExtraValue): readonly ExtraField[] {
  return isSingle(value) || Array.isArray(value) ? [] : value.fields;
}

/** How much of a hostile answer may fill a page or the store. */
export interface Bounds {
  /** Values in all, lists and objects counted as well. */
  values: number;
  /** Levels; the outermost values are on the first. */
  depth: number;
  /** Characters of all texts and names together. */
  text: number;
}

/** For a report, which is shown and not stored. */
export const REPORT_BOUNDS: Bounds = { values: 5_000, depth: 60, text: 500_000 };
/** For an account, which is stored: browsers store JSON of at most a hundred levels. */
export const ACCOUNT_BOUNDS: Bounds = { values: 200, depth: 8, text: 100_000 };

const LONGEST_TEXT = 10_000;
const LONGEST_NAME = 200;
/** Stands for what goes beyond the bounds. */
const CUT = '…';

/**
 * Copies an object from JSON up to the bounds, leaving the names of `except` out at the top. Texts
 * and names that are too long end in three dots; three dots alone stand for what is too deep, and
 * for texts for which there is no room any more. It takes no longer the more there is to leave out.
 */
export function toExtraFields(
  object: object,
  bounds: Bounds,
  except: readonly string[] = [],
): ExtraFields {
  let values = 0;
  let room = bounds.text;
  let isCut = false;

  function shortened(text: string, longest: number): string {
    const short = text.length > longest ? cutText(text, longest) + CUT : text;
    if (short.length > room) return CUT;
    room -= short.length;
    return short;
  }

  function toValue(value: unknown, depth: number): ExtraValue {
    if (typeof value === 'string') return shortened(value, LONGEST_TEXT);
    if (value === null || typeof value === 'boolean') return value;
    // JSON may hold numbers beyond all bounds, which could not be written as JSON again.
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
    if (typeof value !== 'object') return String(value);
    if (depth >= bounds.depth) return CUT;
    return Array.isArray(value) ? toList(value, depth) : { fields: toFields(value, depth) };
  }

  function toList(list: unknown[], depth: number): ExtraValue[] {
    const taken: ExtraValue[] = [];
    for (const item of list) {
      if (!hasRoom()) break;
      taken.push(toValue(item, depth + 1));
    }
    return taken;
  }

  function toFields(from: object, depth: number, left: readonly string[] = []): ExtraField[] {
    const taken: ExtraField[] = [];
    for (const name of Object.keys(from)) {
      if (left.includes(name)) continue;
      if (!hasRoom()) break;
      const value = toValue(Reflect.get(from, name), depth + 1);
      taken.push({ name: shortened(name, LONGEST_NAME), value });
    }
    return taken;
  }

  function hasRoom(): boolean {
    if (values === bounds.values) isCut = true;
    else values += 1;
    return !isCut;
  }

  return { fields: toFields(object, 0, except), isCut };
}
