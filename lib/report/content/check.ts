import { type ExtraField, type ExtraValue, isSingle } from '@/lib/report/extra-fields';
import { isEmpty, labelOf } from './value-form';
import { plainName, verdictOf } from './verdict';

/** One thing that was looked at, and whether it was in order. */
export interface Check {
  /** For people; null where the service gave it none. */
  name: string | null;
  /** As the service wrote it. */
  rawName: string | null;
  isPassed: boolean;
  /** How much it matters, in the service's word; null where it said none. */
  importance: string | null;
  /** What was found; null where there is nothing to say in a line. */
  value: ExtraField | null;
  messages: string[];
  /** What else it holds. */
  details: ExtraField[];
  /** What the group that it belongs to is called; empty where that says nothing. */
  group: string;
}

const NAMES = ['name', 'title', 'label', 'check', 'rule', 'audit', 'test', 'key', 'code', 'id'];
const IMPORTANCES = ['importance', 'severity', 'priority', 'impact', 'level', 'weight'];
const VALUES = ['value', 'actual', 'found', 'measured'];
const MESSAGES = `message messages description error errors warning warnings hint hints
  recommendation recommendations suggestion suggestions advice explanation reason`.split(/\s+/);

/** A longer text is no word for how much something matters. */
const LONGEST_IMPORTANCE = 24;
/** A longer text is no name that a line could begin with. */
const LONGEST_NAME = 120;

/**
 * Reads an object as a check; null where it carries no verdict.
 * @param key the name under which it stands; null in a list
 */
export function toCheck(
  key: string | null,
  fields: readonly ExtraField[],
  group: string,
): Check | null {
  const verdict = verdictOf(fields);
  if (verdict === null) return null;
  const used = new Set<ExtraField>();
  const use = (field: ExtraField | undefined) => {
    if (field) used.add(field);
    return field;
  };
  const first = (names: string[], fits: (value: ExtraValue) => boolean) =>
    names
      .flatMap((name) => fields.filter((field) => plainName(field.name) === name))
      .find(({ name, value }) => name !== verdict.by && fits(value));

  use(fields.find(({ name }) => name === verdict.by));
  const isNumbered = key === null || /^\d+$/.test(key);
  const named = isNumbered ? use(first(NAMES, isShort(LONGEST_NAME))) : undefined;
  const rawName = isNumbered ? (named ? String(named.value) : null) : key;
  const importance = use(first(IMPORTANCES, isShort(LONGEST_IMPORTANCE)));
  const value = use(first(VALUES, isSingle));
  const messages: string[] = [];
  for (const field of fields) {
    const texts = MESSAGES.includes(plainName(field.name)) ? toTexts(field.value) : null;
    if (texts !== null && field !== named) messages.push(...(use(field) ? texts : []));
  }
  return {
    name: rawName === null ? null : labelOf(rawName, value?.value ?? null),
    rawName,
    isPassed: verdict.isPassed,
    importance: importance ? String(importance.value) : verdict.word,
    // By the check's own name, which may tell the unit.
    value:
      value && !isEmpty(value.value) ? { name: rawName ?? value.name, value: value.value } : null,
    messages,
    details: fields.filter((field) => !used.has(field)),
    group,
  };
}

function isShort(longest: number) {
  return (value: ExtraValue) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= longest;
}

/** The texts of a message field; none where it says nothing, null where it is something else. */
function toTexts(value: ExtraValue): string[] | null {
  if (value === false || isEmpty(value)) return [];
  const texts = Array.isArray(value) ? value : [value];
  return texts.every((text) => typeof text === 'string')
    ? texts.filter((text) => text !== '')
    : null;
}
