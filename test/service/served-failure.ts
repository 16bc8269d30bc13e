import {
  type Answer,
  type FieldErrors,
  htmlAnswer,
  invalid,
  jsonAnswer,
  keyRefusal,
  refusal,
} from './served-answer';

/** A failure that is a complete HTTP answer. */
export interface AnswerFailure extends Answer {
  readonly kind: 'answer';
}

/** A 302. `location` is resolved against the base URL with a trailing slash. */
interface RedirectFailure {
  readonly kind: 'redirect';
  readonly location: string;
}

/**
 * A failure without a complete answer:
 * - `cut`: the connection is closed without an answer
 * - `silence`: nothing is ever sent
 * - `stalled body`: a 200 whose JSON body stops half way
 * - `endless body`: a 200 whose body grows to 64 MiB at full speed and then stalls
 */
interface TransportFailure {
  readonly kind: 'cut' | 'silence' | 'stalled body' | 'endless body';
}

/**
 * A failure of a request, as data. With `afterWork`, the service does the work and only its answer is
 * replaced. A request that the service refuses keeps its refusal. Without `afterWork`, the service neither
 * checks the request nor does any work, as if a proxy had failed.
 */
export type Failure = (AnswerFailure | RedirectFailure | TransportFailure) & {
  readonly afterWork?: boolean;
};

/** Makes a failure of a complete answer. */
export function answered(answer: Answer): AnswerFailure {
  return { kind: 'answer', ...answer };
}

/**
 * Adds `Retry-After` to an answer.
 * @param time seconds, or an HTTP date
 */
export function withRetryAfter(answer: Answer, time: number | string): AnswerFailure {
  return answered({ ...answer, headers: { ...answer.headers, 'retry-after': String(time) } });
}

/** Makes a 422 with the given sentences. */
export function invalidFields(errors: FieldErrors): Failure {
  return answered(invalid(errors));
}

/** All failures by name. Failures are data, so a test can vary them: `{ ...failures.found, location: '…' }`. */
export const failures = {
  cutBeforeWork: { kind: 'cut' },
  cutAfterWork: { kind: 'cut', afterWork: true },
  silence: { kind: 'silence' },
  silenceAfterWork: { kind: 'silence', afterWork: true },

  /** A firewall in front of the service refuses the request, in the words of nginx. */
  firewall: answered(
    htmlAnswer(
      403,
      '<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body></body></html>\r\n',
    ),
  ),
  /** A web server answers with its own page, as if the service were not installed. */
  webServer404: answered(
    htmlAnswer(
      404,
      '<html>\r\n<head><title>404 Not Found</title></head>\r\n<body></body></html>\r\n',
    ),
  ),
  /** A router answers that no path exists, in the JSON of the services. */
  noSuchRoute: answered(refusal(404, 'Not Found')),
  found: { kind: 'redirect', location: 'pages/sign-in' },

  keyRefused: answered(keyRefusal),
  forbidden: answered(refusal(403, 'This key may not do that.')),
  notFound: answered(refusal(404, 'There is no such report.')),
  invalid: invalidFields({
    url: ['This address cannot be analysed.', 'Its host does not exist.'],
    password: ['This password is too short.'],
  }),
  /** The list of errors of another family of services. */
  listedErrors: answered(
    jsonAnswer(422, {
      errors: [
        { field: 'url', message: 'This address cannot be analysed.' },
        { field: 'password', message: 'This password is too short.' },
      ],
    }),
  ),
  /** The refusal of services whose every answer has the status 200. */
  reportedIn200: answered(
    jsonAnswer(200, { success: false, message: 'The limit of your plan is reached.' }),
  ),
  tooManyRequests: withRetryAfter(jsonAnswer(429, { message: 'Too Many Attempts.' }), 30),
  /** The answer of frameworks that hide the reason. */
  serverError: answered(jsonAnswer(500, { message: 'Server Error' })),
  /** A proxy in front of the service says that the service is down. */
  badGateway: answered(htmlAnswer(502, '<!doctype html><title>502 Bad Gateway</title>')),
  unavailable: withRetryAfter(refusal(503, 'Down for maintenance.'), 120),

  html: answered(htmlAnswer(200, '<!doctype html><title>Welcome</title><h1>Welcome</h1>')),
  wrongShape: answered(jsonAnswer(200, { status: 'ok', version: 3 })),

  stalledBody: { kind: 'stalled body' },
  endlessBody: { kind: 'endless body' },
  hugeBody: answered(jsonAnswer(200, { data: [], padding: 'x'.repeat(30 * 1024 * 1024) })),
} as const satisfies Readonly<Record<string, Failure>>;
