import {
  type Account,
  type ExtraField,
  type ExtraValue,
  fieldsOf,
} from '@/lib/report/extra-fields';

/** The usual fields of an account, each null if the service does not send it. */
export interface AccountFacts {
  name: string | null;
  email: string | null;
  plan: string | null;
  /** Reports that the plan allows each month; Infinity for no limit. */
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
const FACT_NAMES = ['name', 'email', 'plan', 'reports'] as const;

/** Splits an account into its usual fields and the rest. */
export function accountFacts({ fields }: Account): AccountFacts {
  const facts = {
    name: textOf(valueAt(fields, PLACES.name)),
    email: textOf(valueAt(fields, PLACES.email)),
    plan: textOf(valueAt(fields, PLACES.plan)),
    reports: limitOf(valueAt(fields, PLACES.reports)),
  };
  let rest = [...fields];
  for (const name of FACT_NAMES) {
    if (facts[name] !== null) rest = without(rest, PLACES[name]);
  }
  return { ...facts, rest };
}

function valueAt(fields: readonly ExtraField[], [first, ...place]: readonly string[]): ExtraValue {
  const value = fields.find(({ name }) => name === first)?.value ?? null;
  return place.length === 0 ? value : valueAt(fieldsOf(value), place);
}

/** Removes a field, and the sections that are empty without it. */
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

/** Characters. A longer text counts as no name. */
const MAX_TEXT_LENGTH = 200;

function textOf(value: ExtraValue): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && text.length <= MAX_TEXT_LENGTH ? text : null;
}

/** Services send -1 for no limit. */
function limitOf(value: ExtraValue): number | null {
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value));
  if (!isNumber || Number(value) < -1) return null;
  return Number(value) === -1 ? Infinity : Number(value);
}
