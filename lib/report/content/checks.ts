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

/** One thing that a service has looked at, and whether it was in order. */
export interface Check {
  /** As the service wrote it, such as `meta_description`. */
  name: string;
  isPassed: boolean;
  /** How much it matters, in the service's word, such as `high`; null where it said none. */
  importance: string | null;
  /** What was found. */
  value: ExtraValue;
  /** What is wrong, each by its name with what there is to say of it: null where the name says all. */
  reasons: ExtraField[];
  /** What else the service says of it. */
  details: ExtraField[];
}

/** A report's checks apart from everything else that it holds. */
interface ReadChecks {
  checks: Check[];
  /** Whether the service sent more than are read. */
  hasMoreChecks: boolean;
  rest: object;
}

/** Services have about forty. */
export const MOST_CHECKS = 200;

/** As much as is kept of a result: so many failed checks, by so much of their names. */
export const MOST_FAILED = 60;
export const LONGEST_CHECK_NAME = 60;

/** A longer text is no word for how much something matters. */
const LONGEST_IMPORTANCE = 40;

/** So many names of an object are looked at: no report has more. */
const MOST_NAMES = 500;

/**
 * Reads the checks of a report: a map at its top, `results` by its usual name, whose entries say by
 * `passed` whether they did. Entries of such a map that are no checks are left to the rest.
 * @param report as the service sent it
 */
export function readChecks(report: object): ReadChecks {
  const maps = namesOf(report).filter((name) => holdsChecks(Reflect.get(report, name)));
  if (maps.length === 0) return { checks: [], hasMoreChecks: false, rest: report };
  const found: [name: string, entry: object][] = [];
  const rest = Object.entries(report).flatMap(([name, value]) => {
    if (!maps.includes(name)) return [[name, value]];
    const entries = Object.entries(value);
    const checks = entries.filter((entry): entry is [string, object] => isCheck(entry[1]));
    for (const check of checks.slice(0, MOST_CHECKS + 1)) found.push(check);
    const others = entries.filter(([, entry]) => !isCheck(entry));
    return others.length > 0 ? [[name, Object.fromEntries(others)]] : [];
  });
  return {
    checks: found.slice(0, MOST_CHECKS).map(([name, entry]) => toCheck(name, entry, CHECK_BOUNDS)),
    hasMoreChecks: found.length > MOST_CHECKS,
    rest: Object.fromEntries(rest),
  };
}

/**
 * What a service found in the checks of a listed report that failed: enough to say each in a line.
 * @param row as the service sent it
 */
export function readFound({ results }: { results?: unknown }): Check[] {
  if (!isObject(results)) return [];
  return Object.entries(results)
    .filter(([, entry]) => isCheck(entry) && entry.passed === false)
    .slice(0, MOST_FAILED)
    .map(([name, entry]) => ({
      ...toCheck(name, entry, FOUND_BOUNDS),
      name: cutText(name, LONGEST_CHECK_NAME),
    }));
}

function namesOf(object: object): string[] {
  return Object.keys(object).slice(0, MOST_NAMES);
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
  // Of a check that holds more than its bounds, the reasons are kept first.
  const { fields } = toExtraFields([{ [wholeName]: errors }, value, others], bounds);
  const [named, found, further] = fields.map((field) => field.value);
  const [reasons] = fieldsOf(named ?? null);
  const isWord = typeof importance === 'string' && importance.length <= LONGEST_IMPORTANCE;
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

/** Each reason that is given; a flag says by itself whether it is. */
function reasonsOf(errors: ExtraValue): ExtraField[] {
  const isText = typeof errors === 'string' && errors.trim() !== '';
  const all = isText ? [{ name: '1', value: errors }] : fieldsOf(errors);
  return all.filter(({ value }) => value !== false);
}
