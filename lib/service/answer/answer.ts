import type { Redaction } from '@/lib/service/redaction';

export interface ServiceAnswer {
  /** 0 if the browser hides a redirect. */
  status: number;
  /** Target of a redirect that was not followed, or that led to another origin; otherwise null. */
  redirectedTo: string | null;
  /** Whether `redirectedTo` is the sign-in page of a proxy in front of the service. */
  asksToSignIn: boolean;
  headers: Headers;
  /** Without the PHP messages at the start; null if the text exceeds the size limit. */
  body: string | null;
  /** Whether PHP messages precede the body. */
  printsMessages: boolean;
  /** Replaces the secrets of the request in a text from the service. */
  redact: Redaction;
}

/** In characters. A list has up to 100 reports of 10 to 60 kB, or more with many links. */
const MAX_BODY_LENGTH = 30_000_000;

const SIGN_IN_WORD =
  /(?<![a-z])(?:log[-_]?in|sign[-_]?in|o?auth2?|sso|saml2?|authenticate|authorize)(?![a-z])/i;

/** Kinds of PHP messages that do not end the script. */
const MESSAGE_KIND = '(?:Deprecated|Notice|Warning|Strict Standards)';
/** Does not match the text after the messages, so that matching needs linear time. */
const PHP_MESSAGES = new RegExp(
  `^(?:\\s*<br ?/?>\\s*<b>${MESSAGE_KIND}</b>:.*? on line <b>\\d+</b><br ?/?>` +
    `|\\s*(?:PHP )?${MESSAGE_KIND}:.*? on line \\d+(?=\\s))+\\s*`,
  's',
);

/** In characters. `redirectTarget` removes a longer path. */
const MAX_PATH_LENGTH = 1000;

/** Rejects if the connection breaks. */
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
 * Removes the messages that PHP prints before a JSON body if `display_errors` is on. Returns any
 * other body unchanged.
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

export function hasEmptyBody(answer: ServiceAnswer): boolean {
  return answer.body?.trim() === '';
}

/** Parses the body. Returns undefined if the body is not JSON. */
export function jsonBody({ body }: ServiceAnswer): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}

/** Returns origin and path of the target, because query and fragment may contain secrets. */
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

/** Whether host and path differ. If only the host differs, the service has moved. */
function isSignInElsewhere(redirectedTo: string, requestedUrl: string): boolean {
  const target = new URL(redirectedTo);
  const requested = new URL(requestedUrl);
  const isOtherPage =
    target.hostname !== requested.hostname && target.pathname !== requested.pathname;
  return isOtherPage && SIGN_IN_WORD.test(target.hostname + target.pathname);
}

/** Returns the body as text; null if the text exceeds the size limit. */
async function readBody({ body }: Response): Promise<string | null> {
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > MAX_BODY_LENGTH) return null;
  }
  return text;
}
