import { type ExtraField, type ExtraValue, fieldsOf, isSingle } from '@/lib/report/extra-fields';
import { isNumber, plainName, readableName } from './readable-name';
import { isEmpty, withNumberedItems } from './sections';

/** One thing that was looked at, and whether it was in order. */
export interface Check {
  /** As the service wrote it; the place in its list where the service gave it none. */
  name: string;
  isPassed: boolean;
  /** How much it matters, in the service's word; null where it said none. */
  importance: string | null;
  /** What was found, and what the service says of it: single values that are not empty. */
  said: ExtraValue[];
  /** Why it failed, each by its name with the values that go with it. */
  reasons: ExtraField[];
  /** What else it holds. */
  details: ExtraField[];
  /** What the section that it stood in is called; empty where that says nothing. */
  group: string;
}

/** A report's undocumented fields, as its view shows them: each in one place. */
export interface Arrangement {
  /** Failed ones first, by their importance, otherwise in the service's order. */
  checks: Check[];
  /** What is no check, in the service's order. */
  fields: ExtraField[];
}

/** What says whether a check passed: the name of a boolean, or the text of a status. */
const PASSED = 'passed pass passes ok okay success successful succeeded valid'.split(' ');
const FAILED = 'failed fail fails failing failure invalid'.split(' ');
/** Only of a status: these say how much the failure matters as well. */
const GRADED = 'error critical warning warn'.split(' ');
const STATUS_NAMES = 'status state result outcome verdict'.split(' ');

/** What else is read of a check; where it has several of a kind, the earlier name goes first. */
const CHECK_NAMES = 'name title label check rule audit test key code id'.split(' ');
const IMPORTANCES = 'importance severity priority impact level'.split(' ');
/** Words for how much something matters, the most first. */
const RANKS = [
  'critical blocker fatal highest error'.split(' '),
  'high serious severe major important'.split(' '),
  'medium moderate normal warning warn'.split(' '),
  'low minor lowest info notice'.split(' '),
];
const VALUES = 'value actual found measured'.split(' ');
const MESSAGES = `message messages description error errors warning warnings hint hints
  recommendation recommendations suggestion suggestions advice explanation reason`.split(/\s+/);

/** A longer text is neither a name nor a word for how much something matters. */
const LONGEST_LABEL = 120;

/** Names that tell nothing about a group: everything is one of them. */
const GENERIC_NAMES = `check checks result results audit audits test tests item items data report
  rule rules issue issues finding findings details list entries`.split(/\s+/);

/**
 * Arranges a report's undocumented fields by rules that know no service: the parts of a section are
 * checks where all of them, or at least two, say that they passed or failed.
 */
export function arrangeFields(all: readonly ExtraField[]): Arrangement {
  const checks: Check[] = [];
  const fields = takeChecks(withNumberedItems(all), '', checks);
  return { checks: checks.toSorted((a, b) => rankOf(a) - rankOf(b)), fields };
}

/** Where a check stands: failed ones by their importance, then those that passed. */
function rankOf({ isPassed, importance }: Check): number {
  if (isPassed) return RANKS.length + 1;
  const rank = RANKS.findIndex((words) => words.includes(plainName(importance ?? '')));
  return rank < 0 ? RANKS.length : rank;
}

/** Moves checks to a list; returns the fields that are left. */
function takeChecks(fields: readonly ExtraField[], group: string, to: Check[]): ExtraField[] {
  const candidates = fields.map((field) => {
    const inner: Check[] = [];
    const isGeneric = isNumber(field.name) || GENERIC_NAMES.includes(plainName(field.name));
    const innerGroup = isGeneric ? group : readableName(field.name);
    const left = takeChecks(fieldsOf(field.value), innerGroup, inner);
    // What holds checks that say what was looked at is a section, even with a verdict of its own.
    const check = inner.some(saysWhat) ? null : toCheck(field, group);
    return { field, check, inner, left };
  });
  const count = candidates.filter(({ check }) => check !== null).length;
  const isGroup = count > 1 || count === fields.length;
  return candidates.flatMap(({ field, check, inner, left }) => {
    if (isGroup && check !== null) {
      to.push(check);
      return [];
    }
    to.push(...inner);
    if (inner.length === 0) return [field];
    return left.length > 0 ? [{ name: field.name, value: { fields: left } }] : [];
  });
}

/** Parts that only passed or failed, such as the images of a check of images, are none of their own. */
function saysWhat({ name, said }: Check): boolean {
  return !isNumber(name) || said.length > 0;
}

/** Reads a section as a check; null where it carries no verdict. */
function toCheck({ name, value }: ExtraField, group: string): Check | null {
  const fields = fieldsOf(value);
  const verdicts = fields.filter((field) => verdictOf(field) !== null);
  // A boolean goes before a word.
  const verdict = verdicts.find((field) => typeof field.value === 'boolean') ?? verdicts[0];
  if (verdict === undefined) return null;
  const first = (names: readonly string[], fits: (value: ExtraValue) => boolean) =>
    names
      .flatMap((wanted) => fields.filter((field) => plainName(field.name) === wanted))
      .find((field) => fits(field.value));
  const named = isNumber(name) ? first(CHECK_NAMES, isLabel) : undefined;
  const isGraded = GRADED.includes(plainName(String(verdict.value)));
  const importance = first(IMPORTANCES, isLabel);
  const importantBy = importance ?? (isGraded ? verdict : undefined);
  const found = first(VALUES, isSingle);
  const messages = fields.filter(
    (field) => MESSAGES.includes(plainName(field.name)) && textsOf(field.value) !== null,
  );
  const isPassed = verdictOf(verdict) === true;
  const explaining = isPassed ? [] : fields.filter((field) => isExplaining(field, messages));
  const used = new Set([verdict, named, importance, found, ...messages, ...explaining]);
  return {
    name: String(named?.value ?? name),
    isPassed,
    importance: importantBy ? String(importantBy.value) : null,
    said: [found?.value ?? null, ...messages.flatMap((field) => textsOf(field.value) ?? [])].filter(
      (value) => !isEmpty(value),
    ),
    reasons: explaining.flatMap(({ value }) => fieldsOf(value)).filter(hasHappened),
    details: fields.filter((field) => !used.has(field)),
    group,
  };
}

/** Whether a field explains a failure by name: each of its parts holds a value, or several. */
function isExplaining(field: ExtraField, messages: readonly ExtraField[]): boolean {
  if (!MESSAGES.includes(plainName(field.name)) || messages.includes(field)) return false;
  const parts = fieldsOf(field.value);
  return (
    parts.length > 0 &&
    parts.every(({ value }) => fieldsOf(value).every((part) => isSingle(part.value)))
  );
}

/** A flag says by itself whether there was such a failure. */
function hasHappened({ value }: ExtraField): boolean {
  return value !== false && value !== null;
}

/** Whether a field says that a check passed; null where it says nothing of that. */
function verdictOf({ name, value }: ExtraField): boolean | null {
  const plain = plainName(name);
  const isStatus = typeof value === 'string' && STATUS_NAMES.includes(plain);
  if (typeof value !== 'boolean' && !isStatus) return null;
  const word = isStatus ? plainName(value) : plain;
  if (PASSED.includes(word)) return value !== false;
  if (FAILED.includes(word)) return value === false;
  return isStatus && GRADED.includes(word) ? false : null;
}

function isLabel(value: ExtraValue): boolean {
  return typeof value === 'string' && !isEmpty(value) && value.length <= LONGEST_LABEL;
}

/** The texts of a message; none where it says nothing, null where it is something else. */
function textsOf(value: ExtraValue): string[] | null {
  if (value === false || isEmpty(value)) return [];
  const texts = isSingle(value) ? [value] : fieldsOf(value).map((field) => field.value);
  return texts.every((text) => typeof text === 'string') ? texts : null;
}
