import type { Redaction } from '@/lib/service/redaction';

/** The answer to a request, with its whole body. */
export interface ServiceAnswer {
  /** 0 if the browser hides a redirect. */
  status: number;
  /**
   * Target of a redirect that was not followed, or that ended on another origin. Null if there was
   * no such redirect, or if the browser hides the target.
   */
  redirectedTo: string | null;
  /** Whether `redirectedTo` is the sign-in page of a proxy in front of the service. */
  asksToSignIn: boolean;
  headers: Headers;
  /** The body, without PHP messages at its start; null if it exceeds the size limit. */
  body: string | null;
  /** Whether PHP messages preceded the body. */
  printsMessages: boolean;
  /** Replaces the secrets of the request in a text from the service. */
  redact: Redaction;
}

/**
 * Limit in characters for a body. A list has up to a hundred reports with all their checks. One
 * report has 10 to 60 kB, or more if the page has many links.
 */
const MAX_BODY_LENGTH = 30_000_000;

/** Matches a word that occurs in the address of sign-in pages. */
const SIGN_IN =
  /(?<![a-z])(?:log[-_]?in|sign[-_]?in|o?auth2?|sso|saml2?|authenticate|authorize)(?![a-z])/i;

/** The kinds of PHP messages that do not end the script. */
const MESSAGE_KIND = '(?:Deprecated|Notice|Warning|Strict Standards)';
/**
 * Matches PHP messages, as HTML or plain text. Does not check the following text, so that no text
 * makes the pattern backtrack for long.
 */
const PHP_MESSAGES = new RegExp(
  `^(?:\\s*<br ?/?>\\s*<b>${MESSAGE_KIND}</b>:.*? on line <b>\\d+</b><br ?/?>` +
    `|\\s*(?:PHP )?${MESSAGE_KIND}:.*? on line \\d+(?=\\s))+\\s*`,
  's',
);

/** Limit in characters for the path of a redirect's target. A longer path is removed. */
const MAX_PATH_LENGTH = 1000;

/** Reads a response to its end, or up to the size limit. Rejects if the connection breaks. */
export async function readAnswer(
  response: Response,
  requestedUrl: string,
  redact: Redaction,
): Promise<ServiceAnswer> {
  const redirectedTo = redirectTarget(response, requestedUrl);
  const text = await readBody(response);
  const body = text && withoutPhpMessages(text);
  return {
    status: response.status,
    redirectedTo: redirectedTo && redact(redirectedTo, redirectedTo.length),
    asksToSignIn: redirectedTo !== null && isSignInElsewhere(redirectedTo, requestedUrl),
    headers: response.headers,
    body,
    printsMessages: body !== text,
    redact,
  };
}

/**
 * Removes the messages that PHP prints before a body if `display_errors` is on. Changes a body only
 * if a JSON object or array follows the messages.
 */
export function withoutPhpMessages(body: string): string {
  const messages = PHP_MESSAGES.exec(body)?.[0] ?? '';
  return /[[{]/.test(body.charAt(messages.length)) ? body.slice(messages.length) : body;
}

/** Whether the answer is a redirect, or comes from another origin after a redirect. */
export function isRedirect({ status, redirectedTo }: ServiceAnswer): boolean {
  return status === 0 || (status >= 300 && status < 400) || redirectedTo !== null;
}

export function isSuccess(answer: ServiceAnswer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/** Whether the body is empty or white space. */
export function hasEmptyBody(answer: ServiceAnswer): boolean {
  return answer.body?.trim() === '';
}

/** Parses the body; undefined if the body is not JSON. */
export function jsonBody({ body }: ServiceAnswer): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}

/**
 * Returns `ServiceAnswer.redirectedTo`. The result has only origin and path, because query and
 * fragment may contain secrets.
 */
function redirectTarget(
  { status, headers, redirected, url }: Response,
  requestedUrl: string,
): string | null {
  const isUnfollowed = status >= 300 && status < 400;
  const location = isUnfollowed ? headers.get('location') : null;
  const address = redirected ? url : location;
  const target = address ? URL.parse(address, requestedUrl) : null;
  if (target === null) return null;
  const isSameOrigin = target.origin === new URL(requestedUrl).origin;
  if (isSameOrigin && !isUnfollowed) return null;
  const isPathTooLong = target.pathname.length > MAX_PATH_LENGTH;
  return isPathTooLong ? target.origin : target.origin + target.pathname;
}

/**
 * Whether a redirect leads to a sign-in page on another host. If only the host changes, the service
 * has moved.
 */
function isSignInElsewhere(redirectedTo: string, requestedUrl: string): boolean {
  const target = new URL(redirectedTo);
  const requested = new URL(requestedUrl);
  const isOtherPage =
    target.hostname !== requested.hostname && target.pathname !== requested.pathname;
  return isOtherPage && SIGN_IN.test(target.hostname + target.pathname);
}

/** Reads a body as text; null if the text exceeds the size limit. */
async function readBody({ body }: Response): Promise<string | null> {
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > MAX_BODY_LENGTH) return null;
  }
  return text;
}
