import { type ExtraField, type ExtraValue, isSingle } from '@/lib/report/extra-fields';
import { type Check, toCheck } from './check';
import { readableName } from './name-words';
import { isEmpty } from './value-form';
import { plainName } from './verdict';

/** The fields of a report, with its checks apart. */
export interface SortedFields {
  /** Failed ones first, otherwise in the service's order. */
  checks: Check[];
  /** What is no check, in the service's order. */
  rest: ExtraField[];
}

/** Names that tell nothing about a group: everything is one of them. */
const GENERIC_NAMES = `check checks result results audit audits test tests item items data report
  rule rules issue issues finding findings details list entries`.split(/\s+/);

/** One entry of a list or an object; the items of a list have no name. */
interface Entry {
  name: string | null;
  value: ExtraValue;
}

/**
 * Takes the checks out of a report's fields: wherever all entries of a list or an object, or at
 * least two of them, carry a verdict. An entry that holds checks of its own, which say what was
 * looked at, is a section and no check.
 */
export function sortFields(fields: readonly ExtraField[]): SortedFields {
  const checks: Check[] = [];
  const rest = withoutChecks(fields, '', checks);
  const failed = checks.filter(({ isPassed }) => !isPassed);
  return { checks: [...failed, ...checks.filter(({ isPassed }) => isPassed)], rest };
}

/** The fields that are left when checks have been moved from them to a list. */
function withoutChecks(fields: readonly ExtraField[], group: string, to: Check[]): ExtraField[] {
  return leftOf(fields, group, to).map(({ name, value }) => ({ name: name ?? '', value }));
}

function leftOf(entries: readonly Entry[], group: string, to: Check[]): Entry[] {
  const found = entries.map((entry) => lookInto(entry, group));
  const isGroup = makeGroup(found.map(({ check }) => check));
  return found.flatMap(({ check, inner, left, entry }) => {
    if (check !== null && isGroup) {
      to.push(check);
      return [];
    }
    if (inner.length === 0) return [entry];
    to.push(...inner);
    return left === null ? [] : [left];
  });
}

/** All entries that hold anything, or two of them at least. */
function makeGroup(candidates: readonly (Check | null)[]): boolean {
  const count = candidates.filter((check) => check !== null).length;
  return count > 1 || (count === 1 && candidates.length === 1);
}

/** An entry as a check, or with the checks taken out that it holds; nothing is left of mere groups. */
function lookInto(entry: Entry, group: string) {
  const { name, value } = entry;
  const inner: Check[] = [];
  const nothing = { entry, check: null, inner, left: null };
  if (isSingle(value)) return nothing;
  const innerGroup = name === null || isGeneric(name) ? group : readableName(name);
  if (Array.isArray(value)) {
    const items = value.map((item) => ({ name: null, value: item }));
    const left = leftOf(items, innerGroup, inner).map((item) => item.value);
    return { ...nothing, left: left.length === 0 ? null : { name, value: left } };
  }
  const fields = withoutChecks(value.fields, innerGroup, inner);
  const check = inner.some(saysWhat) ? null : toCheck(name, value.fields, group);
  const hasMore = fields.some((field) => !isEmpty(field.value));
  return { ...nothing, check, left: hasMore ? { name, value: { fields } } : null };
}

/** Entries that only passed or failed, such as the images of a check of images, are no checks of their own. */
function saysWhat({ name, messages }: Check): boolean {
  return name !== null || messages.length > 0;
}

function isGeneric(name: string): boolean {
  return GENERIC_NAMES.includes(plainName(name)) || /^\d+$/.test(name);
}
