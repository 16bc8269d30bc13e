import { isForm, type Parameter, type RecordedRequest } from './recorded-request';
import type { FieldErrors } from './served-answer';
import type { Endpoint } from './served-endpoints';
import type { StoredReport } from './served-report';

/** The first rule that a request breaks by anything but its key and its parameters, as a sentence, or null. */
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
  // A browser's fetch cannot leave Accept out; `*/*` is what it sends when nobody set it.
  const accepts = headers.accept !== undefined && headers.accept !== '*/*';
  return accepts ? 'A DELETE request does not use Accept.' : null;
}

/**
 * What is wrong with the parameters, each for itself and then together; null when nothing is. `report` is the one
 * that an update is about.
 */
export function parameterMistakes(
  { call, parameters }: Endpoint,
  given: readonly Parameter[],
  report?: StoredReport,
): FieldErrors | null {
  const errors: Record<string, string[]> = {};
  const object = (name: string, sentence: string) => {
    errors[name] = [...(errors[name] ?? []), sentence];
  };
  const values = new Map<string, string>();
  for (const [name, value] of given) {
    const rule = parameters.get(name);
    const sentence = rule?.(value);
    if (!rule) object(name, 'The interface has no such parameter here.');
    else if (values.has(name)) object(name, 'It must not be repeated.');
    else if (value === '') object(name, 'It must not be empty; leave it out instead.');
    else if (sentence) object(name, sentence);
    values.set(name, value);
  }

  if (call === 'create' && !values.has('url')) object('url', 'It is required.');
  const isProtected = values.get('privacy') === '2';
  const hasPassword = values.has('password') || Boolean(report?.password);
  if (isProtected && !hasPassword) object('password', 'It is required when privacy is 2.');
  if (!isProtected && parameters.has('password') && values.has('password')) {
    object('password', 'It only goes with privacy 2.');
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
