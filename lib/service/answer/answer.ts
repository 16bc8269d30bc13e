import type { Redaction } from '@/lib/service/redaction';

/** What came back for a request, its body read to the end. */
export interface Answer {
  /** 0 where the browser hides a redirect. */
  status: number;
  /** Where a redirect points, or ended beyond the service's origin; null where it is hidden. */
  redirectedTo: string | null;
  /** Whether a redirect leads to a sign-in on another host, which stands before the service. */
  asksToSignIn: boolean;
  headers: Headers;
  /** Without messages of PHP before it. Null: longer than the reader takes. */
  body: string | null;
  /** Whether there were such messages. */
  printsMessages: boolean;
  /** Replaces the secrets of the request in words of the service. */
  redact: Redaction;
}

/**
 * In characters. A hundred reports come with all of their checks, 10 to 60 kB each, and more where
 * pages have many links.
 */
const LONGEST_BODY = 30_000_000;

/** A word in the address of a page that asks to sign in, as portals before services have them. */
const SIGN_IN =
  /(?<![a-z])(?:log[-_]?in|sign[-_]?in|o?auth2?|sso|saml2?|authenticate|authorize)(?![a-z])/i;

/** The kinds of PHP's messages that an answer follows. */
const KIND = '(?:Deprecated|Notice|Warning|Strict Standards)';
/** Messages as PHP prints them, as HTML or plain text. Nothing has to follow, so that no text takes long. */
const PHP_MESSAGES = new RegExp(
  `^(?:\\s*<br ?/?>\\s*<b>${KIND}</b>:.*? on line <b>\\d+</b><br ?/?>` +
    `|\\s*(?:PHP )?${KIND}:.*? on line \\d+(?=\\s))+\\s*`,
  's',
);

/** A longer path helps nobody to find where a redirect led. */
const LONGEST_PATH = 1000;

/** Reads a response to its end, or up to the size limit. Rejects when the connection breaks. */
export async function readAnswer(
  response: Response,
  requestedUrl: string,
  redact: Redaction,
): Promise<Answer> {
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
 * A body without the messages that PHP prints before it where an operator has left `display_errors` on.
 * Any body but an object or a list in JSON behind such messages is as it was.
 */
export function withoutPhpMessages(body: string): string {
  const messages = PHP_MESSAGES.exec(body)?.[0] ?? '';
  return /[[{]/.test(body.charAt(messages.length)) ? body.slice(messages.length) : body;
}

/** Whether the answer sends the client elsewhere, or came from elsewhere. */
export function isRedirect({ status, redirectedTo }: Answer): boolean {
  return status === 0 || (status >= 300 && status < 400) || redirectedTo !== null;
}

/** Whether the service says that it did what was asked. */
export function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/** Whether the answer says nothing at all. */
export function isEmpty(answer: Answer): boolean {
  return answer.body?.trim() === '';
}

/** The body as JSON, or undefined if the body is not JSON. */
export function readJson({ body }: Answer): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}

/** Origin and path alone: what follows may be as secret as what was asked. */
function endOfRedirect({ status, headers, redirected, url }: Response, requestedUrl: string) {
  const pointsElsewhere = status >= 300 && status < 400;
  const address = redirected ? url : pointsElsewhere && headers.get('location');
  const end = address ? URL.parse(address, requestedUrl) : null;
  if (end === null || (!pointsElsewhere && end.origin === new URL(requestedUrl).origin))
    return null;
  return end.pathname.length > LONGEST_PATH ? end.origin : end.origin + end.pathname;
}

/** A service that has moved keeps its paths. */
function isSignInElsewhere(redirectedTo: string, requestedUrl: string): boolean {
  const [end, requested] = [new URL(redirectedTo), new URL(requestedUrl)];
  const isElsewhere = end.hostname !== requested.hostname && end.pathname !== requested.pathname;
  return isElsewhere && SIGN_IN.test(end.hostname + end.pathname);
}

async function readBody({ body }: Response): Promise<string | null> {
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > LONGEST_BODY) return null;
  }
  return text;
}
