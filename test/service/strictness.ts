import { isForm, type Parameter, type RecordedRequest } from './recorded-request';
import { type Answer, type FieldErrors, refusal } from './served-answer';
import type { StoredReport } from './served-report';

/** Checks a parameter's value. Returns a sentence about the mistake; null for a valid value. */
type Rule = (value: string) => string | null;

export interface Endpoint {
  readonly call: 'list' | 'get' | 'create' | 'update' | 'remove' | 'account';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Matches the path below the base URL. The first group is the report's id. */
  readonly path: RegExp;
  /** The parameters of the query or the form. Only the URL of a creation is required. */
  readonly parameters: ReadonlyMap<string, Rule>;
}

const anyText: Rule = () => null;

function oneOf(...values: readonly string[]): Rule {
  return (value) => (values.includes(value) ? null : `It must be one of ${values.join(', ')}.`);
}

const pageUrl: Rule = (value) => {
  if (value.length > 2_048) return 'The url may not be greater than 2048 characters.';
  // `URL` trims white space and repairs missing slashes, so the expression is stricter than `URL`.
  if (!/^https?:\/\/[^\s/\\]\S*$/i.test(value) || !URL.canParse(value)) {
    return 'It must be an absolute http or https URL.';
  }
  const { username, password } = new URL(value);
  return username || password ? 'It must not contain a user name or password.' : null;
};

const privacy = oneOf('0', '1', '2');
const password: Rule = (value) =>
  value.length > 128 ? 'The password may not be greater than 128 characters.' : null;
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
      ['result', oneOf('good', 'decent', 'bad')],
      ['sort_by', oneOf('id', 'generated_at', 'url', 'result')],
      ['sort', oneOf('desc', 'asc')],
      ['per_page', oneOf('10', '25', '50', '100')],
      // The interface does not document `page`, but every link to a next page contains this parameter.
      ['page', (value) => (/^[1-9]\d{0,5}$/.test(value) ? null : 'It must be a whole number.')],
    ]),
  },
  {
    call: 'create',
    method: 'POST',
    path: ALL_REPORTS,
    parameters: new Map([
      ['url', pageUrl],
      ['privacy', privacy],
      ['password', password],
    ]),
  },
  { call: 'get', method: 'GET', path: ONE_REPORT, parameters: new Map() },
  {
    call: 'update',
    method: 'PUT',
    path: ONE_REPORT,
    parameters: new Map([
      ['privacy', privacy],
      ['password', password],
      ['results', oneOf('0', '1')],
    ]),
  },
  { call: 'remove', method: 'DELETE', path: ONE_REPORT, parameters: new Map() },
  { call: 'account', method: 'GET', path: /^\/api\/v1\/account$/, parameters: new Map() },
];

/** Returns the endpoint for a method and a path below the base URL, or a refusal. */
export function findEndpoint(method: string, path: string): Endpoint | Answer {
  const endpointsAtPath = endpoints.filter((endpoint) => endpoint.path.test(path));
  if (endpointsAtPath.length === 0) return refusal(404, `There is nothing at ${path}.`);
  const allowed = endpointsAtPath.map((endpoint) => endpoint.method).join(', ');
  return (
    endpointsAtPath.find((endpoint) => endpoint.method === method) ??
    refusal(405, `${method} is not possible at ${path}, only ${allowed}.`)
  );
}

/**
 * Returns a sentence about the first mistake of a request; null for a correct request. Checks neither the API
 * key nor parameters.
 */
export function protocolMistake(request: RecordedRequest): string | null {
  const { method, headers, search, body } = request;
  if (headers.cookie !== undefined) return 'Requests must not carry cookies.';
  if (!isWellEncoded(search) || !isWellEncoded(body)) {
    return 'The parameters are not well-formed percent-encoded UTF-8.';
  }
  if (method === 'POST' || method === 'PUT') {
    if (!isForm(request))
      return 'Content-Type must be application/x-www-form-urlencoded, in UTF-8.';
    if (search !== '') return 'Parameters belong in the form body, not in the query.';
  } else if (body !== '') return `A ${method} request must not have a body.`;
  if (method !== 'DELETE') {
    return headers.accept === 'application/json' ? null : 'Accept must be application/json.';
  }
  if (headers['content-type'] !== undefined) return 'A DELETE request has no Content-Type.';
  // The `fetch` of browsers always sends `Accept`, by default `*/*`.
  const hasExplicitAccept = headers.accept !== undefined && headers.accept !== '*/*';
  return hasExplicitAccept ? 'A DELETE request does not use Accept.' : null;
}

/**
 * Returns the mistakes in parameters and in their combination; null without mistakes.
 * @param report the report of an update
 */
export function parameterMistakes(
  { call, parameters }: Endpoint,
  sentParameters: readonly Parameter[],
  report?: StoredReport,
): FieldErrors | null {
  const errors: Record<string, string[]> = {};
  const addError = (name: string, sentence: string) => {
    errors[name] = [...(errors[name] ?? []), sentence];
  };
  const values = new Map<string, string>();
  for (const [name, value] of sentParameters) {
    const rule = parameters.get(name);
    const sentence = rule?.(value);
    if (!rule) addError(name, 'The interface has no such parameter here.');
    else if (values.has(name)) addError(name, 'It must not be repeated.');
    else if (value === '') addError(name, 'It must not be empty; leave it out instead.');
    else if (sentence) addError(name, sentence);
    values.set(name, value);
  }

  if (call === 'create' && !values.has('url')) addError('url', 'It is required.');
  const isProtected = values.get('privacy') === '2';
  const hasPassword = values.has('password') || Boolean(report?.password);
  if (isProtected && !hasPassword) addError('password', 'It is required when privacy is 2.');
  if (!isProtected && parameters.has('password') && values.has('password')) {
    addError('password', 'It only goes with privacy 2.');
  }
  return Object.keys(errors).length === 0 ? null : errors;
}

function isWellEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
