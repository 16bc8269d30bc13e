import type { FieldErrors } from './answer';
import type { Call } from './api-route';
import type { Parameter } from './recorded-request';
import { results, type StoredReport } from './report';

/** Judges one value: a sentence about what is wrong, or null. */
type Rule = (value: string) => string | null;

const LONGEST_URL = 8_192;

const anyText: Rule = () => null;

function oneOf(...values: readonly string[]): Rule {
  return (value) => (values.includes(value) ? null : `It must be one of ${values.join(', ')}.`);
}

const pageUrl: Rule = (value) => {
  if (value.length > LONGEST_URL) return `It must not be longer than ${LONGEST_URL} characters.`;
  // The URL parser trims white space and repairs missing slashes, so its verdict alone is too kind.
  if (!/^https?:\/\/[^\s/\\]\S*$/i.test(value) || !URL.canParse(value)) {
    return 'It must be an absolute http or https URL.';
  }
  const { username, password } = new URL(value);
  if (username !== '' || password !== '') return 'It must not contain a user name or password.';
  return null;
};

const privacy = oneOf('0', '1', '2');

const rules: Readonly<Record<Call, ReadonlyMap<string, Rule>>> = {
  list: new Map([
    ['search', anyText],
    ['search_by', oneOf('url')],
    ['project', anyText],
    ['result', oneOf(...results)],
    ['sort_by', oneOf('id', 'generated_at', 'url', 'result')],
    ['sort', oneOf('desc', 'asc')],
    ['per_page', oneOf('10', '25', '50', '100')],
  ]),
  get: new Map(),
  create: new Map([
    ['url', pageUrl],
    ['privacy', privacy],
    ['password', anyText],
  ]),
  update: new Map([
    ['privacy', privacy],
    ['password', anyText],
    ['results', oneOf('0', '1')],
  ]),
  remove: new Map(),
  account: new Map(),
};

/**
 * Judges the parameters of a call, each for itself and then together. `report` is the one that an update
 * is about. Returns null when they are all right.
 */
export function parameterMistakes(
  call: Call,
  parameters: readonly Parameter[],
  report?: StoredReport,
): FieldErrors | null {
  const errors = new Map<string, string[]>();
  const object = (name: string, sentence: string) =>
    errors.set(name, [...(errors.get(name) ?? []), sentence]);
  const known = rules[call];
  const given = new Map<string, string>();

  for (const [name, value] of parameters) {
    const rule = known.get(name);
    const sentence = !rule
      ? 'The interface has no such parameter here.'
      : value === ''
        ? 'It must not be empty; leave it out instead.'
        : rule(value);
    if (given.has(name)) object(name, 'It must not be repeated.');
    else if (sentence !== null) object(name, sentence);
    given.set(name, value);
  }

  if (call === 'create' && !given.has('url')) object('url', 'It is required.');
  if (given.has('password') && known.has('password') && given.get('privacy') !== '2') {
    object('password', 'It only goes with privacy 2.');
  }
  const hasPassword = given.has('password') || (report?.password ?? null) !== null;
  if (given.get('privacy') === '2' && !hasPassword) {
    object('password', 'It is required when privacy is 2.');
  }
  return errors.size === 0 ? null : Object.fromEntries(errors);
}
