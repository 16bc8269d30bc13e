import {
  type Account,
  type ExtraField,
  type ExtraValue,
  fieldsOf,
} from '@/lib/report/extra-fields';

/** Null fields are absent in the account. */
export interface AccountFacts {
  name: string | null;
  email: string | null;
  plan: string | null;
  /** Number of reports that the plan allows each month; `Infinity` without a limit. */
  reports: number | null;
  /** All other fields of the account. */
  rest: ExtraField[];
}

/** The path of each fact in the account. */
const PATHS = {
  name: ['name'],
  email: ['email'],
  plan: ['plan', 'name'],
  reports: ['plan', 'features', 'reports'],
} as const;
const FACT_NAMES = ['name', 'email', 'plan', 'reports'] as const;

export function accountFacts({ fields }: Account): AccountFacts {
  const facts = {
    name: textOf(valueAt(fields, PATHS.name)),
    email: textOf(valueAt(fields, PATHS.email)),
    plan: textOf(valueAt(fields, PATHS.plan)),
    reports: limitOf(valueAt(fields, PATHS.reports)),
  };
  let rest = [...fields];
  for (const name of FACT_NAMES) {
    if (facts[name] !== null) rest = withoutField(rest, PATHS[name]);
  }
  return { ...facts, rest };
}

/** Returns the name of an account, or else its e-mail address; null if the account has neither. */
export function accountName(account: Account): string | null {
  const { name, email } = accountFacts(account);
  return name ?? email;
}

/** Returns null if the path does not exist. */
function valueAt(
  fields: readonly ExtraField[],
  [first, ...restOfPath]: readonly string[],
): ExtraValue {
  const value = fields.find(({ name }) => name === first)?.value ?? null;
  return restOfPath.length === 0 ? value : valueAt(fieldsOf(value), restOfPath);
}

/** Also removes the objects that become empty. */
function withoutField(
  fields: readonly ExtraField[],
  [first, ...restOfPath]: readonly string[],
): ExtraField[] {
  return fields.flatMap((field) => {
    if (field.name !== first) return [field];
    const innerFields = withoutField(fieldsOf(field.value), restOfPath);
    const isRemoved = restOfPath.length === 0 || innerFields.length === 0;
    return isRemoved ? [] : [{ ...field, value: { fields: innerFields } }];
  });
}

/** In characters. Longer names and e-mail addresses count as absent. */
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
