import type { ExtraField } from '@/lib/report/extra-fields';

/** Whether something was found to be in order, and which field says so. */
export interface Verdict {
  isPassed: boolean;
  /** The field's name. */
  by: string;
  /** The field's own word, where it says more than passed or failed: `warning`. */
  word: string | null;
}

/** Names of booleans, and what is true of the check when they are. */
const BOOLEANS = new Map([
  ...['passed', 'pass', 'passes', 'ok', 'okay', 'success', 'successful', 'succeeded', 'valid'].map(
    (name): [string, boolean] => [name, true],
  ),
  ...['failed', 'fail', 'fails', 'failing', 'invalid'].map((name): [string, boolean] => [
    name,
    false,
  ]),
]);

const STATUS_NAMES = ['status', 'state', 'result', 'outcome', 'verdict'];

/** Words that say no more than passed or failed. */
const PASSED_WORDS = ['passed', 'pass', 'ok', 'okay', 'success', 'successful', 'valid'];
const FAILED_WORDS = ['failed', 'fail', 'failure', 'invalid'];
/** Nobody would count these as passed; the word itself is shown. */
const GRADED_WORDS = ['error', 'critical', 'warning', 'warn'];

/** What an object's fields say of it; null where none is a verdict. A boolean goes before a word. */
export function verdictOf(fields: readonly ExtraField[]): Verdict | null {
  return booleanVerdict(fields) ?? wordVerdict(fields);
}

/** Names as they are compared: `isPassed`, `is_passed` and `Passed` are the same. */
export function plainName(name: string): string {
  return name
    .replace(/[A-Z](?=[a-z])/g, ' $&')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .replace(/^(?:is|has) /, '');
}

function booleanVerdict(fields: readonly ExtraField[]): Verdict | null {
  for (const { name, value } of fields) {
    if (typeof value !== 'boolean') continue;
    const whenTrue = BOOLEANS.get(plainName(name));
    if (whenTrue !== undefined) return { isPassed: value === whenTrue, by: name, word: null };
  }
  return null;
}

function wordVerdict(fields: readonly ExtraField[]): Verdict | null {
  for (const { name, value } of fields) {
    if (typeof value !== 'string' || !STATUS_NAMES.includes(plainName(name))) continue;
    const word = plainName(value.slice(0, 40));
    if (PASSED_WORDS.includes(word)) return { isPassed: true, by: name, word: null };
    if (FAILED_WORDS.includes(word)) return { isPassed: false, by: name, word: null };
    if (GRADED_WORDS.includes(word)) return { isPassed: false, by: name, word: value };
  }
  return null;
}
