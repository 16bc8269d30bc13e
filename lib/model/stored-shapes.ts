// What the guards of stored values are made of.

/** Tells whether something that was stored is what it should be. */
export type Guard<T> = (raw: unknown) => raw is T;

export function isRecord(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null;
}

export function isText(raw: unknown): raw is string {
  return typeof raw === 'string';
}

export function isNumber(raw: unknown): raw is number {
  return typeof raw === 'number';
}

export function isBoolean(raw: unknown): raw is boolean {
  return typeof raw === 'boolean';
}

export function isInstant(raw: unknown): raw is string {
  return isText(raw) && !Number.isNaN(Date.parse(raw));
}

// The marks let a bundle leave out the guards that it does not use.

/** A guard of records with these fields, whatever else they have. */
/* @__NO_SIDE_EFFECTS__ */
export function recordOf<T extends object>(fields: { [Name in keyof T]-?: Guard<T[Name]> }) {
  const guards = Object.entries<Guard<unknown>>(fields);
  return (raw: unknown): raw is T =>
    isRecord(raw) && guards.every(([name, isField]) => isField(raw[name]));
}

/** A guard of arrays whose items all pass. */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<T>(isItem: Guard<T>) {
  return (raw: unknown): raw is T[] => Array.isArray(raw) && raw.every(isItem);
}

/** A guard of a few values, compared by identity. */
/* @__NO_SIDE_EFFECTS__ */
export function oneOf<T>(values: readonly T[]) {
  return (raw: unknown): raw is T => values.some((value) => value === raw);
}

/** A guard that lets null pass as well. */
/* @__NO_SIDE_EFFECTS__ */
export function orNull<T>(isValue: Guard<T>) {
  return (raw: unknown): raw is T | null => raw === null || isValue(raw);
}
