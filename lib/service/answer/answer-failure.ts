import type { Failure } from '@/lib/failure';
import { hasBotCheckHeader, isBotCheckBody } from '@/lib/service/bot-check';
import { retryTime } from '@/lib/service/retry-after';
import { hasEmptyBody, isRedirect, isSuccess, jsonBody, type ServiceAnswer } from './answer';
import { allMessages, readErrorBody } from './error-body';
import { JsonObject } from './json-parts';

/** What does not exist if the service answers 404: one report, or the whole API. */
export type RequestTarget = 'report' | 'interface';

/** Matches general messages of a status 500. Other messages are about the page of the report. */
const GENERAL_SERVER_MESSAGE = /^(?:internal )?server error[.!]?$/i;

/** Matches authentication schemes that only proxies in front of a service use. */
const PROXY_SCHEMES = /^\s*(?:basic|negotiate|digest|ntlm)\b/i;

/**
 * Returns the failure of an answer; null for a success with a readable body.
 * @param startsAnalysis whether the request makes the service fetch and analyse a page
 * @param now milliseconds since the epoch
 */
export function answerFailure(
  answer: ServiceAnswer,
  target: RequestTarget,
  startsAnalysis: boolean,
  now: number,
): Failure | null {
  if (answer.asksToSignIn) return { code: 'proxySignIn' };
  if (isRedirect(answer)) return { code: 'redirected', to: answer.redirectedTo };
  if (hasBotCheckHeader(answer.headers) || isBotCheckBody(answer.body ?? '')) {
    return { code: 'protectionPage' };
  }
  if (isSuccess(answer)) return bodyFailure(answer);
  const { status } = answer;
  const json = jsonBody(answer);
  const isIntercepted = isWebPage(answer) || isErrorOfCloudflare(json);
  if ((status === 403 || status === 406) && isIntercepted) return { code: 'firewall', status };
  if ((status === 404 || status === 410) && json === undefined) {
    return { code: 'webServerAnswer', status };
  }
  const errorBody = readErrorBody(json, answer.redact);
  const message = allMessages(errorBody);
  const retryAt = retryTime(answer.headers, now);
  const requestedScheme = answer.headers.get('www-authenticate') ?? '';
  switch (status) {
    case 400:
    case 422:
      return { code: 'invalid', ...errorBody };
    case 401:
      return isWebPage(answer) || PROXY_SCHEMES.test(requestedScheme)
        ? { code: 'proxySignIn' }
        : { code: 'keyRefused', message };
    case 403:
      return { code: 'notAllowed', message };
    case 404:
    case 410:
      return { code: 'gone', what: target, message };
    case 429:
      return { code: 'tooManyRequests', retryAt, message };
    case 500:
      return startsAnalysis && message !== null && !GENERAL_SERVER_MESSAGE.test(message)
        ? { code: 'pageFailed', message }
        : { code: 'serviceDown', status, retryAt, message };
    default:
      return status >= 500
        ? { code: 'serviceDown', status, retryAt, message }
        : { code: 'refused', status, message };
  }
}

/** Reads a failure in the body of a 2xx answer. Some services answer every request with 200. */
export function reportedFailure(answer: ServiceAnswer): Failure | null {
  const json = jsonBody(answer);
  const { success, status, error, errors } = JsonObject.safeParse(json).data ?? {};
  const hasFailed =
    success === false || isFailedStatus(status) || hasError(error) || hasError(errors);
  return hasFailed ? { code: 'invalid', ...readErrorBody(json, answer.redact) } : null;
}

function isFailedStatus(status: unknown): boolean {
  if (typeof status === 'number') return status >= 400;
  const word = typeof status === 'string' ? status.trim() : '';
  return /^(?:error|fail(?:ed|ure)?)$/i.test(word) || Number(word) >= 400;
}

/** Whether a value contains an error. Some services send an empty list or text for no error. */
function hasError(error: unknown): boolean {
  if (typeof error === 'string') return error.trim() !== '';
  return typeof error === 'object' ? Object.keys(error ?? {}).length > 0 : Boolean(error);
}

/** Returns the failure of a 2xx answer without the expected data. */
export function unreadableFailure(answer: ServiceAnswer): Failure {
  const code = 'unexpectedAnswer';
  if (hasEmptyBody(answer)) return { code, problem: 'empty' };
  return { code, problem: jsonBody(answer) === undefined ? 'notJson' : 'wrongShape' };
}

function bodyFailure(answer: ServiceAnswer): Failure | null {
  if (answer.body === null) return { code: 'unexpectedAnswer', problem: 'tooLarge' };
  return isWebPage(answer) ? { code: 'unexpectedAnswer', problem: 'html' } : null;
}

/** Whether Cloudflare has answered in JSON, which the request accepts, in place of the service. */
function isErrorOfCloudflare(json: unknown): boolean {
  return JsonObject.safeParse(json).data?.cloudflare_error === true;
}

/** Ignores the content type, because some servers declare JSON as HTML or web pages as JSON. */
function isWebPage({ body }: ServiceAnswer): boolean {
  return body !== null && /^\s*</.test(body);
}
