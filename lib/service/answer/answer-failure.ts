import type { Failure } from '@/lib/failure';
import { retryTime } from '@/lib/service/retry-after';
import { type Answer, isEmpty, isRedirect, isSuccess, readJson } from './answer';
import { allWords, readErrorBody } from './error-body';
import { JsonObject } from './json-parts';

/** What an answer is about; decides what a 404 means. */
export type Subject = 'report' | 'interface';

/** What servers say of any fault of theirs, so that it tells nothing of the page. */
const NO_WORDS = /^(?:internal )?server error[.!]?$/i;

/** Schemes of HTTP whose user name and password are those of a server before the service. */
const OF_A_PROXY = /^\s*(?:basic|negotiate|digest|ntlm)\b/i;

/**
 * The failure that an answer stands for, or null when it is a success whose body can be read.
 * @param analyses whether the service was asked to fetch and analyse a page
 * @param now the present, in milliseconds since the epoch, for Retry-After
 */
export function answerFailure(
  answer: Answer,
  subject: Subject,
  analyses: boolean,
  now: number,
): Failure | null {
  if (answer.asksToSignIn) return { code: 'proxySignIn' };
  if (isRedirect(answer)) return { code: 'redirected', to: answer.redirectedTo };
  if (answer.headers.get('cf-mitigated') !== null) return { code: 'protectionPage' };
  if (isSuccess(answer)) return bodyFailure(answer);
  const { status } = answer;
  if ((status === 403 || status === 406) && isWebPage(answer)) return { code: 'firewall', status };
  const said = readErrorBody(readJson(answer), answer.redact);
  const message = allWords(said);
  const retryAt = retryTime(answer.headers, now);
  switch (status) {
    case 400:
    case 422:
      return { code: 'invalid', ...said };
    case 401:
      return isWebPage(answer) || OF_A_PROXY.test(answer.headers.get('www-authenticate') ?? '')
        ? { code: 'proxySignIn' }
        : { code: 'keyRefused', message };
    case 403:
      return { code: 'notAllowed', message };
    case 404:
    case 410:
      return { code: 'gone', what: subject, message };
    case 429:
      return { code: 'tooManyRequests', retryAt, message };
    case 500:
      return analyses && message !== null && !NO_WORDS.test(message)
        ? { code: 'pageFailed', message }
        : { code: 'serviceDown', status, retryAt, message };
    default:
      return status >= 500
        ? { code: 'serviceDown', status, retryAt, message }
        : { code: 'refused', status, message };
  }
}

/**
 * The refusal that a 2xx stands for which reports a failure at its top; null for any other. Services may
 * answer everything with 200.
 */
export function reportedFailure(answer: Answer): Failure | null {
  const json = readJson(answer);
  const { success, status, error, errors } = JsonObject.safeParse(json).data ?? {};
  const isFailed = success === false || isFailedStatus(status) || isSaid(error) || isSaid(errors);
  return isFailed ? { code: 'invalid', ...readErrorBody(json, answer.redact) } : null;
}

function isFailedStatus(status: unknown): boolean {
  if (typeof status === 'number') return status >= 400;
  const word = typeof status === 'string' ? status.trim() : '';
  return /^(?:error|fail(?:ed|ure)?)$/i.test(word) || Number(word) >= 400;
}

/** Whether anything is said: services send empty lists and texts where nothing went wrong. */
function isSaid(said: unknown): boolean {
  if (typeof said === 'string') return said.trim() !== '';
  return typeof said === 'object' ? Object.keys(said ?? {}).length > 0 : Boolean(said);
}

/** What is wrong with a 2xx answer in which nothing was found that was looked for. */
export function unreadableFailure(answer: Answer): Failure {
  const code = 'unexpectedAnswer';
  if (isEmpty(answer)) return { code, problem: 'empty' };
  return { code, problem: readJson(answer) === undefined ? 'notJson' : 'wrongShape' };
}

function bodyFailure(answer: Answer): Failure | null {
  if (answer.body === null) return { code: 'unexpectedAnswer', problem: 'tooLarge' };
  return isWebPage(answer) ? { code: 'unexpectedAnswer', problem: 'html' } : null;
}

/** Whatever it is called: some servers call data HTML, and web pages JSON. */
function isWebPage({ body }: Answer): boolean {
  return body !== null && /^\s*</.test(body);
}
