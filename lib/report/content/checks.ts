import { cutText } from '@/lib/cut-text';
import {
  type Bounds,
  CHECK_BOUNDS,
  type ExtraField,
  type ExtraValue,
  FOUND_BOUNDS,
  fieldsOf,
  toExtraFields,
} from '@/lib/report/extra-fields';

/** One check of a report. */
export interface Check {
  /** The service's name, such as `meta_description`. */
  name: string;
  isPassed: boolean;
  /** The service's word for the importance, such as `high`; null if the service sent none. */
  importance: string | null;
  /** The value that the check examined. */
  value: ExtraValue;
  /** The errors of a failed check, by name. A null value means that the name is enough. */
  reasons: ExtraField[];
  /** All other fields of the check. */
  details: ExtraField[];
}

/** The checks of a report, separated from its other fields. */
interface ReadChecks {
  checks: Check[];
  /** Whether the service sent more checks than the limit. */
  hasMoreChecks: boolean;
  rest: object;
}

/** Services have about forty checks. */
export const MAX_CHECKS = 200;

/** Limits of a stored result: the number of failed checks, and the characters of a name. */
export const MAX_FAILED = 60;
export const MAX_CHECK_NAME_LENGTH = 60;
/** The same for the kinds of error of one failed check. */
export const MAX_ERRORS = 20;
export const MAX_ERROR_NAME_LENGTH = 60;

/** Limit in characters: a longer text is not an importance. */
const MAX_IMPORTANCE_LENGTH = 40;

/** Limit for the examined names of an object, far above any real report. */
const MAX_EXAMINED_NAMES = 500;

/**
 * Reads the checks of a report. A map at the top level contains the checks, usually as `results`.
 * Each check has a boolean `passed`. Entries without `passed` stay in `rest`.
 * @param report the report from the service
 */
export function readChecks(report: object): ReadChecks {
  const maps = namesOf(report).filter((name) => holdsChecks(Reflect.get(report, name)));
  if (maps.length === 0) return { checks: [], hasMoreChecks: false, rest: report };
  const found: [name: string, entry: object][] = [];
  const rest = Object.entries(report).flatMap(([name, value]) => {
    if (!maps.includes(name)) return [[name, value]];
    const entries = Object.entries(value);
    const checks = entries.filter((entry): entry is [string, object] => isCheck(entry[1]));
    for (const check of checks.slice(0, MAX_CHECKS + 1)) found.push(check);
    const others = entries.filter(([, entry]) => !isCheck(entry));
    return others.length > 0 ? [[name, Object.fromEntries(others)]] : [];
  });
  return {
    checks: found.slice(0, MAX_CHECKS).map(([name, entry]) => toCheck(name, entry, CHECK_BOUNDS)),
    hasMoreChecks: found.length > MAX_CHECKS,
    rest: Object.fromEntries(rest),
  };
}

/**
 * Reads the failed checks of a listed report, with enough details for one line each.
 * @param row the row from the service
 */
export function readFound({ results }: { results?: unknown }): Check[] {
  if (!isObject(results)) return [];
  return Object.entries(results)
    .filter(([, entry]) => isCheck(entry) && entry.passed === false)
    .slice(0, MAX_FAILED)
    .map(([name, entry]) => ({
      ...toCheck(name, entry, FOUND_BOUNDS),
      name: cutText(name, MAX_CHECK_NAME_LENGTH),
    }));
}

function namesOf(object: object): string[] {
  return Object.keys(object).slice(0, MAX_EXAMINED_NAMES);
}

function holdsChecks(value: unknown): boolean {
  if (!isObject(value) || Array.isArray(value)) return false;
  return namesOf(value).some((name) => isCheck(Reflect.get(value, name)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isCheck(entry: unknown): boolean {
  return isObject(entry) && typeof Reflect.get(entry, 'passed') === 'boolean';
}

function toCheck(wholeName: string, entry: object, bounds: Bounds): Check {
  const { passed, importance, errors = null, value = null, ...others } = entry as WireCheck;
  // If a check exceeds the limits, the errors take precedence over value and details.
  const { fields } = toExtraFields([{ [wholeName]: errors }, value, others], bounds);
  const [named, found, further] = fields.map((field) => field.value);
  const [reasons] = fieldsOf(named ?? null);
  const isWord = typeof importance === 'string' && importance.length <= MAX_IMPORTANCE_LENGTH;
  return {
    name: reasons?.name ?? '',
    isPassed: passed === true,
    importance: isWord ? importance.trim() || null : null,
    value: found ?? null,
    reasons: reasonsOf(reasons?.value ?? null),
    details: [...fieldsOf(further ?? null)],
  };
}

type WireCheck = Record<'passed' | 'importance' | 'errors' | 'value', unknown>;

/** Returns the errors that apply. The value false means that an error does not apply. */
function reasonsOf(errors: ExtraValue): ExtraField[] {
  const isText = typeof errors === 'string' && errors.trim() !== '';
  const all = isText ? [{ name: '1', value: errors }] : fieldsOf(errors);
  return all.filter(({ value }) => value !== false);
}
