import { type Answer, refusal } from './answer';
import type { Call } from './api-route';
import { isFormType, type RecordedRequest } from './recorded-request';

/** The one media type in which the service answers. */
const JSON_TYPE = 'application/json';

/** What the service says to a missing or wrong key. */
export const keyRefusal = refusal(401, 'The API key is missing or is not known to this service.');

/**
 * Judges everything about a request but its parameters' values. The refusal is a 401 about the key or
 * a 400 that says which rule was broken; null when there is nothing to object to.
 */
export function protocolRefusal(
  call: Call,
  request: RecordedRequest,
  apiKey: string,
): Answer | null {
  if (request.headers.authorization !== `Bearer ${apiKey}`) return keyRefusal;
  const mistake = protocolMistake(call, request);
  return mistake === null ? null : refusal(400, mistake);
}

function protocolMistake(call: Call, request: RecordedRequest): string | null {
  const { headers } = request;
  if (headers.cookie !== undefined) return 'Requests must not carry cookies.';
  if (!isWellEncoded(request.search)) return 'The query is not well-formed percent-encoded UTF-8.';
  if (call === 'create' || call === 'update') return formMistake(request);
  if (request.body !== '') return `A ${request.method} request must not have a body.`;
  return call === 'remove' ? removalMistake(request) : acceptMistake(request);
}

function formMistake(request: RecordedRequest): string | null {
  const type = request.headers['content-type'];
  if (!isFormType(type) || !hasOnlyUtf8Charset(type)) {
    return 'Content-Type must be application/x-www-form-urlencoded, in UTF-8.';
  }
  if (request.search !== '') return 'Parameters belong in the form body, not in the query.';
  if (!isWellEncoded(request.body)) return 'The body is not well-formed percent-encoded UTF-8.';
  return acceptMistake(request);
}

function removalMistake({ headers }: RecordedRequest): string | null {
  if (headers['content-type'] !== undefined) return 'A DELETE request has no Content-Type.';
  // A browser's fetch cannot leave Accept out; `*/*` is what it sends when nobody set it.
  if (headers.accept !== undefined && headers.accept !== '*/*') {
    return 'A DELETE request does not use Accept.';
  }
  return null;
}

function acceptMistake({ headers }: RecordedRequest): string | null {
  return headers.accept === JSON_TYPE ? null : `Accept must be ${JSON_TYPE}.`;
}

function hasOnlyUtf8Charset(contentType = ''): boolean {
  const [, ...parameters] = contentType.split(';');
  return parameters.every((parameter) => /^\s*charset\s*=\s*"?utf-8"?\s*$/i.test(parameter));
}

function isWellEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
