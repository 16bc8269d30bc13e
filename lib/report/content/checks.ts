import { cutText } from '@/lib/cut-text';
import {
  type Bounds,
  CHECK_BOUNDS,
  type ExtraField,
  type ExtraValue,
  FINDING_BOUNDS,
  fieldsOf,
  toExtraFields,
} from '@/lib/report/extra-fields';

export interface Check {
  /** The service's name, such as `meta_description`. */
  name: string;
  isPassed: boolean;
  /** The service's word, such as `high`; null if the service sent none. */
  importance: string | null;
  value: ExtraValue;
  /** The errors of a failed check. The value of an error may be null. */
  reasons: ExtraField[];
  /** All other fields of the check. */
  details: ExtraField[];
}

interface ChecksAndRest {
  checks: Check[];
  /** Whether the service sent more than `MAX_CHECKS` checks. */
  hasMoreChecks: boolean;
  /** The report without its checks. */
  rest: object;
}

/** Services have about forty checks. */
export const MAX_CHECKS = 200;

// Limits for the failed checks of a stored result. Lengths are in characters.
export const MAX_FAILED = 60;
export const MAX_CHECK_NAME_LENGTH = 60;
export const MAX_ERRORS = 20;
export const MAX_ERROR_NAME_LENGTH = 60;

/** In characters. A longer text counts as no importance. */
const MAX_IMPORTANCE_LENGTH = 40;

/** Real reports have far fewer names. */
const MAX_EXAMINED_NAMES = 500;

/** Reads the checks in top-level fields, usually in `results`. Other entries stay in `rest`. */
export function readChecks(report: object): ChecksAndRest {
  const checkFields = namesOf(report).filter((name) => containsChecks(Reflect.get(report, name)));
  if (checkFields.length === 0) return { checks: [], hasMoreChecks: false, rest: report };
  const foundChecks: [name: string, entry: object][] = [];
  const rest = Object.entries(report).flatMap(([name, value]) => {
    if (!checkFields.includes(name)) return [[name, value]];
    const entries = Object.entries(value);
    const checks = entries.filter((entry): entry is [string, object] => isCheck(entry[1]));
    for (const check of checks.slice(0, MAX_CHECKS + 1)) foundChecks.push(check);
    const otherEntries = entries.filter(([, entry]) => !isCheck(entry));
    return otherEntries.length > 0 ? [[name, Object.fromEntries(otherEntries)]] : [];
  });
  return {
    checks: foundChecks
      .slice(0, MAX_CHECKS)
      .map(([name, entry]) => toCheck(name, entry, CHECK_BOUNDS)),
    hasMoreChecks: foundChecks.length > MAX_CHECKS,
    rest: Object.fromEntries(rest),
  };
}

/** Reads the failed checks of a report in a list. */
export function readFindings({ results }: { results?: unknown }): Check[] {
  if (!isObject(results)) return [];
  return Object.entries(results)
    .filter(([, entry]) => isCheck(entry) && entry.passed === false)
    .slice(0, MAX_FAILED)
    .map(([name, entry]) => ({
      ...toCheck(name, entry, FINDING_BOUNDS),
      name: cutText(name, MAX_CHECK_NAME_LENGTH),
    }));
}

function namesOf(object: object): string[] {
  return Object.keys(object).slice(0, MAX_EXAMINED_NAMES);
}

function containsChecks(value: unknown): boolean {
  if (!isObject(value) || Array.isArray(value)) return false;
  return namesOf(value).some((name) => isCheck(Reflect.get(value, name)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isCheck(entry: unknown): boolean {
  return isObject(entry) && typeof Reflect.get(entry, 'passed') === 'boolean';
}

function toCheck(fullName: string, entry: object, bounds: Bounds): Check {
  const { passed, importance, errors = null, value = null, ...otherFields } = entry as WireCheck;
  // All parts share the bounds. The errors come first, so the bounds cut the errors last. The name of
  // the check becomes a field name, so the bounds also limit the name.
  const { fields } = toExtraFields([{ [fullName]: errors }, value, otherFields], bounds);
  const [boundedErrors, boundedValue, boundedFields] = fields.map((field) => field.value);
  const [nameAndErrors] = fieldsOf(boundedErrors ?? null);
  const isShort = typeof importance === 'string' && importance.length <= MAX_IMPORTANCE_LENGTH;
  const word = isShort ? importance.trim() : '';
  return {
    name: nameAndErrors?.name ?? '',
    isPassed: passed === true,
    importance: word === '' ? null : word,
    value: boundedValue ?? null,
    reasons: reasonsOf(nameAndErrors?.value ?? null),
    details: [...fieldsOf(boundedFields ?? null)],
  };
}

type WireCheck = Record<'passed' | 'importance' | 'errors' | 'value', unknown>;

/** Omits errors with the value false, which do not apply. */
function reasonsOf(errors: ExtraValue): ExtraField[] {
  const isText = typeof errors === 'string' && errors.trim() !== '';
  const errorFields = isText ? [{ name: '1', value: errors }] : fieldsOf(errors);
  return errorFields.filter(({ value }) => value !== false);
}
