import { type Answer, refusal } from './served-answer';
import { results } from './served-report';

/** Judges a parameter's value: a sentence about what is wrong, or null. */
export type Rule = (value: string) => string | null;

/** One call of the interface. */
export interface Endpoint {
  readonly call: 'list' | 'get' | 'create' | 'update' | 'remove' | 'account';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** What its path below the base URL looks like; a report's identifier is the first group. */
  readonly path: RegExp;
  /** Its parameters, in the query or in the form. All of them are optional but the URL of a creation. */
  readonly parameters: ReadonlyMap<string, Rule>;
}

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
const ALL_REPORTS = /^\/api\/v1\/reports$/;
const ONE_REPORT = /^\/api\/v1\/reports\/([^/]+)$/;

const endpoints: readonly Endpoint[] = [
  {
    call: 'list',
    method: 'GET',
    path: ALL_REPORTS,
    parameters: new Map([
      ['search', anyText],
      ['search_by', oneOf('url')],
      ['project', anyText],
      ['result', oneOf(...results)],
      ['sort_by', oneOf('id', 'generated_at', 'url', 'result')],
      ['sort', oneOf('desc', 'asc')],
      ['per_page', oneOf('10', '25', '50', '100')],
    ]),
  },
  {
    call: 'create',
    method: 'POST',
    path: ALL_REPORTS,
    parameters: new Map([
      ['url', pageUrl],
      ['privacy', privacy],
      ['password', anyText],
    ]),
  },
  { call: 'get', method: 'GET', path: ONE_REPORT, parameters: new Map() },
  {
    call: 'update',
    method: 'PUT',
    path: ONE_REPORT,
    parameters: new Map([
      ['privacy', privacy],
      ['password', anyText],
      ['results', oneOf('0', '1')],
    ]),
  },
  { call: 'remove', method: 'DELETE', path: ONE_REPORT, parameters: new Map() },
  { call: 'account', method: 'GET', path: /^\/api\/v1\/account$/, parameters: new Map() },
];

/**
 * The endpoint for a method and a path below the base URL, or the refusal: 404 when nothing is there (a trailing
 * slash included), 405 when the method does not fit.
 */
export function findEndpoint(method: string, path: string): Endpoint | Answer {
  const there = endpoints.filter((endpoint) => endpoint.path.test(path));
  if (there.length === 0) return refusal(404, `There is nothing at ${path}.`);
  const allow = there.map((endpoint) => endpoint.method).join(', ');
  return (
    there.find((endpoint) => endpoint.method === method) ??
    refusal(405, `${method} is not possible at ${path}, only ${allow}.`, { allow })
  );
}
