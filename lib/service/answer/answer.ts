import type { Redaction } from '@/lib/service/redaction';

/** The answer to a request, with its whole body. */
export interface ServiceAnswer {
  /** 0 if the browser hides a redirect. */
  status: number;
  /**
   * Target of a redirect that was not followed, or that has ended on another origin.
   * Null without such a redirect, and if the browser hides the target.
   */
  redirectedTo: string | null;
  /** Whether a redirect leads to the sign-in page of a proxy in front of the service. */
  asksToSignIn: boolean;
  headers: Headers;
  /** The body without PHP messages at its start; null if it exceeds the size limit. */
  body: string | null;
  /** Whether the body began with PHP messages. */
  printsMessages: boolean;
  /** Replaces the secrets of the request in a text of the service. */
  redact: Redaction;
}

/**
 * Limit in characters. A list has up to a hundred reports with all their checks. Each report has 10
 * to 60 kB, and more for pages with many links.
 */
const MAX_BODY_LENGTH = 30_000_000;

/** A word in the address of the sign-in page of a proxy. */
const SIGN_IN =
  /(?<![a-z])(?:log[-_]?in|sign[-_]?in|o?auth2?|sso|saml2?|authenticate|authorize)(?![a-z])/i;

/** The kinds of PHP messages after which the script continues and sends its answer. */
const KIND = '(?:Deprecated|Notice|Warning|Strict Standards)';
/**
 * PHP messages, as HTML or plain text. The pattern does not check what follows, so that no text
 * makes it backtrack for long.
 */
const PHP_MESSAGES = new RegExp(
  `^(?:\\s*<br ?/?>\\s*<b>${KIND}</b>:.*? on line <b>\\d+</b><br ?/?>` +
    `|\\s*(?:PHP )?${KIND}:.*? on line \\d+(?=\\s))+\\s*`,
  's',
);

/** Limit in characters. The target of a redirect loses a longer path. */
const MAX_PATH_LENGTH = 1000;

/** Reads a response to its end, or up to the size limit. Rejects if the connection breaks. */
export async function readAnswer(
  response: Response,
  requestedUrl: string,
  redact: Redaction,
): Promise<ServiceAnswer> {
  const redirectedTo = endOfRedirect(response, requestedUrl);
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
 * Removes the messages that PHP prints before a body if `display_errors` is on.
 * Returns a body unchanged unless a JSON object or array follows the messages.
 */
export function withoutPhpMessages(body: string): string {
  const messages = PHP_MESSAGES.exec(body)?.[0] ?? '';
  return /[[{]/.test(body.charAt(messages.length)) ? body.slice(messages.length) : body;
}

/** Whether the answer is a redirect, or has come from another origin by a redirect. */
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

/** Returns only origin and path, because the query and the fragment may contain secrets. */
function endOfRedirect({ status, headers, redirected, url }: Response, requestedUrl: string) {
  const pointsElsewhere = status >= 300 && status < 400;
  const address = redirected ? url : pointsElsewhere && headers.get('location');
  const end = address ? URL.parse(address, requestedUrl) : null;
  if (end === null || (!pointsElsewhere && end.origin === new URL(requestedUrl).origin))
    return null;
  return end.pathname.length > MAX_PATH_LENGTH ? end.origin : end.origin + end.pathname;
}

/** An unchanged path means that the service has moved to another host: that is no sign-in page. */
function isSignInElsewhere(redirectedTo: string, requestedUrl: string): boolean {
  const end = new URL(redirectedTo);
  const requested = new URL(requestedUrl);
  const isElsewhere = end.hostname !== requested.hostname && end.pathname !== requested.pathname;
  return isElsewhere && SIGN_IN.test(end.hostname + end.pathname);
}

async function readBody({ body }: Response): Promise<string | null> {
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > MAX_BODY_LENGTH) return null;
  }
  return text;
}
