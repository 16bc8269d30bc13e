import {
  type Answer,
  type FieldErrors,
  htmlAnswer,
  invalid,
  jsonAnswer,
  keyRefusal,
  refusal,
} from './served-answer';

/** A Retry-After header that is made when the answer is sent. */
export interface RetryAfter {
  readonly seconds: number;
  readonly as: 'seconds' | 'date';
}

/** A failure that is an ordinary HTTP answer; with `retryAfter`, that header is added. */
export interface AnswerFailure extends Answer {
  readonly kind: 'answer';
  readonly retryAfter?: RetryAfter;
}

/** A 3xx; `location` is resolved against the base URL with a slash behind it. */
export interface RedirectFailure {
  readonly kind: 'redirect';
  readonly status: 301 | 302 | 303 | 307 | 308;
  readonly location: string;
}

/**
 * A failure without a whole answer:
 * - `cut`: the connection is closed without a word
 * - `silence`: nothing is ever sent
 * - `cut body`, `stalled body`: a 200 whose JSON body is cut or stops half way
 * - `endless body`: a 200 whose body grows to 64 MiB at full speed and then stalls
 * - `huge body`: a 200 with 30 MiB of valid JSON
 */
export interface TransportFailure {
  readonly kind: 'cut' | 'silence' | 'cut body' | 'stalled body' | 'endless body' | 'huge body';
}

/**
 * A way for a request to fail, as data. With `afterWork` the request is judged and its work done as usual, and only
 * the answer to it is replaced; a request that the service refuses anyway keeps its refusal. Without it nothing is
 * judged and nothing done, as if something in front of the service had failed.
 */
export type Failure = (AnswerFailure | RedirectFailure | TransportFailure) & {
  readonly afterWork?: boolean;
};

function answered(answer: Answer, retryAfter?: RetryAfter): AnswerFailure {
  return { kind: 'answer', ...answer, ...(retryAfter && { retryAfter }) };
}

/** A 422 with sentences of one's own. */
export function invalidFields(errors: FieldErrors): Failure {
  return answered(invalid(errors));
}

const page = (title: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
const signIn = 'pages/sign-in';
const tooMany = refusal(429, 'Too many requests.');
const challenge = { 'cf-mitigated': 'challenge', server: 'cloudflare' };
const nesting = 20_000;

/** Every failure under a name. Being data, they can be varied: `{ ...failures.found, location: '…' }`. */
export const failures = {
  cutBeforeWork: { kind: 'cut' },
  cutAfterWork: { kind: 'cut', afterWork: true },
  silence: { kind: 'silence' },
  silenceAfterWork: { kind: 'silence', afterWork: true },

  found: { kind: 'redirect', status: 302, location: signIn },

  badRequest: answered(refusal(400, 'The request could not be understood.')),
  keyRefused: answered(keyRefusal),
  forbidden: answered(refusal(403, 'This key may not do that.')),
  expertOnly: answered(refusal(403, 'This call is reserved for accounts of expert level.')),
  notFound: answered(refusal(404, 'There is no such report.')),
  invalid: invalidFields({
    url: ['This address cannot be analysed.', 'Its host does not exist.'],
    password: ['This password is too short.'],
  }),
  tooManyRequests: answered(tooMany, { seconds: 30, as: 'seconds' }),
  tooManyRequestsUntilDate: answered(tooMany, { seconds: 30, as: 'date' }),

  protectionPage: answered(htmlAnswer(403, page('Just a moment…'), challenge)),
  protectionPageTooMany: answered(htmlAnswer(429, page('Just a moment…'), challenge)),

  serverError: answered(refusal(500, 'Something went wrong on our side.')),
  badGateway: answered(htmlAnswer(502, page('502 Bad Gateway'))),
  unavailable: answered(refusal(503, 'Down for maintenance.'), { seconds: 120, as: 'seconds' }),
  gatewayTimeout: answered(htmlAnswer(504, page('504 Gateway Time-out'))),

  html: answered(htmlAnswer(200, page('Welcome'))),
  emptyBody: answered({ status: 200, headers: { 'content-type': 'application/json' }, body: '' }),
  brokenJson: answered({ ...jsonAnswer(200, null), body: '{"data":[{"id":1,"url":"https://exa' }),
  wrongShape: answered(jsonAnswer(200, { status: 'ok', version: 3 })),
  deepNesting: answered({
    ...jsonAnswer(200, null),
    body: '['.repeat(nesting) + ']'.repeat(nesting),
  }),

  cutBody: { kind: 'cut body' },
  stalledBody: { kind: 'stalled body' },
  endlessBody: { kind: 'endless body' },
  hugeBody: { kind: 'huge body' },
} as const satisfies Readonly<Record<string, Failure>>;
