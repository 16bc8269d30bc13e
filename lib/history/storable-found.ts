import type { Check } from '@/lib/report/content/checks';
import { type ExtraField, type ExtraValue, isSingle } from '@/lib/report/extra-fields';

/** Limit of the stored findings of one report, in bytes of JSON. */
const MAX_BYTES = 4_096;

/** Limits of the fields in one list or object, tried in this order until the findings fit. */
const MAX_PARTS = [10, 5, 2, 1];

const encoder = new TextEncoder();

/**
 * Shortens findings to the limit, in the service's order. Shortens long lists first, and counts the
 * omitted fields in `more`. Then omits findings that are still too long.
 */
export function storableFound(found: readonly Check[]): readonly Check[] {
  for (const most of MAX_PARTS) {
    const shortened = found.map((check) => shortenedCheck(check, most));
    if (sizeOf(shortened) <= MAX_BYTES) return shortened;
  }
  let left = MAX_BYTES - sizeOf([]);
  return found
    .map((check) => shortenedCheck(check, 1))
    .filter((check) => {
      const size = sizeOf(check) + sizeOf(',');
      if (size > left) return false;
      left -= size;
      return true;
    });
}

function shortenedCheck(check: Check, most: number): Check {
  const shorten = ({ name, value }: ExtraField) => ({ name, value: shortened(value, most) });
  return {
    ...check,
    value: shortened(check.value, most),
    reasons: check.reasons.map(shorten),
    details: check.details.map(shorten),
  };
}

function shortened(value: ExtraValue, most: number): ExtraValue {
  if (isSingle(value)) return value;
  const fields = value.fields
    .slice(0, most)
    .map((field) => ({ name: field.name, value: shortened(field.value, most) }));
  const more = (value.more ?? 0) + value.fields.length - fields.length;
  return more === 0 ? { fields } : { fields, more };
}

function sizeOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}
