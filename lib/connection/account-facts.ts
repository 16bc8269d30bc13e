import {
  type Account,
  type ExtraField,
  type ExtraValue,
  fieldsOf,
} from '@/lib/report/extra-fields';

/** What services of this kind say of an account; null for each part that one does not say. */
export interface AccountFacts {
  name: string | null;
  email: string | null;
  plan: string | null;
  /** How many reports the plan allows in a month; Infinity for no limit. */
  reports: number | null;
  /** All other fields. */
  rest: ExtraField[];
}

const PLACES = {
  name: ['name'],
  email: ['email'],
  plan: ['plan', 'name'],
  reports: ['plan', 'features', 'reports'],
} as const;

/** What an account says first, and the rest of it. */
export function accountFacts({ fields }: Account): AccountFacts {
  let rest = [...fields];
  /** The value in a place, which is none of the rest then. */
  function take<Read>(place: readonly string[], read: (value: ExtraValue) => Read | null) {
    const value = read(valueAt(rest, place));
    if (value !== null) rest = without(rest, place);
    return value;
  }
  return {
    name: take(PLACES.name, textOf),
    email: take(PLACES.email, textOf),
    plan: take(PLACES.plan, textOf),
    reports: take(PLACES.reports, limitOf),
    rest,
  };
}

function valueAt(fields: readonly ExtraField[], [first, ...place]: readonly string[]): ExtraValue {
  const value = fields.find(({ name }) => name === first)?.value ?? null;
  return place.length === 0 ? value : valueAt(fieldsOf(value), place);
}

/** The fields without one of them, nor what would be empty without it. */
function without(
  fields: readonly ExtraField[],
  [first, ...place]: readonly string[],
): ExtraField[] {
  return fields.flatMap((field) => {
    if (field.name !== first) return [field];
    const left = without(fieldsOf(field.value), place);
    return place.length === 0 || left.length === 0 ? [] : [{ ...field, value: { fields: left } }];
  });
}

/** A longer text is no name, and would fill the page. */
const LONGEST = 200;

function textOf(value: ExtraValue): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && text.length <= LONGEST ? text : null;
}

/** Services write -1 for no limit. */
function limitOf(value: ExtraValue): number | null {
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value));
  if (!isNumber || Number(value) < -1) return null;
  return Number(value) === -1 ? Infinity : Number(value);
}
