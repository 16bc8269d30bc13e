import {
  type Answer,
  type FieldErrors,
  htmlAnswer,
  invalid,
  jsonAnswer,
  keyRefusal,
  refusal,
} from './served-answer';

/** A failure that is an ordinary HTTP answer. */
export interface AnswerFailure extends Answer {
  readonly kind: 'answer';
}

/** A 302; `location` is resolved against the base URL with a slash behind it. */
interface RedirectFailure {
  readonly kind: 'redirect';
  readonly location: string;
}

/**
 * A failure without a whole answer:
 * - `cut`: the connection is closed without a word
 * - `silence`: nothing is ever sent
 * - `stalled body`: a 200 whose JSON body stops half way
 * - `endless body`: a 200 whose body grows to 64 MiB at full speed and then stalls
 */
interface TransportFailure {
  readonly kind: 'cut' | 'silence' | 'stalled body' | 'endless body';
}

/**
 * A way for a request to fail, as data. With `afterWork` the request is judged and its work done as usual, and only
 * the answer to it is replaced; a request that the service refuses anyway keeps its refusal. Without it nothing is
 * judged and nothing done, as if something in front of the service had failed.
 */
export type Failure = (AnswerFailure | RedirectFailure | TransportFailure) & {
  readonly afterWork?: boolean;
};

/** A failure of an answer's own. */
export function answered(answer: Answer): AnswerFailure {
  return { kind: 'answer', ...answer };
}

/** The same answer, which tells to come again after so many seconds, or at a date as HTTP writes it. */
export function laterAgain(answer: Answer, time: number | string): AnswerFailure {
  return answered({ ...answer, headers: { ...answer.headers, 'retry-after': String(time) } });
}

/** A 422 with sentences of one's own. */
export function invalidFields(errors: FieldErrors): Failure {
  return answered(invalid(errors));
}

/** Every failure under a name. Being data, they can be varied: `{ ...failures.found, location: '…' }`. */
export const failures = {
  cutBeforeWork: { kind: 'cut' },
  cutAfterWork: { kind: 'cut', afterWork: true },
  silence: { kind: 'silence' },
  silenceAfterWork: { kind: 'silence', afterWork: true },

  /** What stands in front of the service refuses the request, as nginx words it. */
  firewall: answered(
    htmlAnswer(
      403,
      '<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body></body></html>\r\n',
    ),
  ),
  found: { kind: 'redirect', location: 'pages/sign-in' },

  keyRefused: answered(keyRefusal),
  forbidden: answered(refusal(403, 'This key may not do that.')),
  notFound: answered(refusal(404, 'There is no such report.')),
  invalid: invalidFields({
    url: ['This address cannot be analysed.', 'Its host does not exist.'],
    password: ['This password is too short.'],
  }),
  /** As services of other families list what is wrong. */
  listedErrors: answered(
    jsonAnswer(422, {
      errors: [
        { field: 'url', message: 'This address cannot be analysed.' },
        { field: 'password', message: 'This password is too short.' },
      ],
    }),
  ),
  /** As services refuse whose every answer is a 200. */
  reportedIn200: answered(
    jsonAnswer(200, { success: false, message: 'The limit of your plan is reached.' }),
  ),
  tooManyRequests: laterAgain(jsonAnswer(429, { message: 'Too Many Attempts.' }), 30),
  /** As frameworks word it where they tell nothing. */
  serverError: answered(jsonAnswer(500, { message: 'Server Error' })),
  /** What stands in front of the service tells that the service is down. */
  badGateway: answered(htmlAnswer(502, '<!doctype html><title>502 Bad Gateway</title>')),
  unavailable: laterAgain(refusal(503, 'Down for maintenance.'), 120),

  html: answered(htmlAnswer(200, '<!doctype html><title>Welcome</title><h1>Welcome</h1>')),
  wrongShape: answered(jsonAnswer(200, { status: 'ok', version: 3 })),

  stalledBody: { kind: 'stalled body' },
  endlessBody: { kind: 'endless body' },
  hugeBody: answered(jsonAnswer(200, { data: [], padding: 'x'.repeat(30 * 1024 * 1024) })),
} as const satisfies Readonly<Record<string, Failure>>;
