import { nginxAnswer } from './recorded-answers';
import {
  type Answer,
  type FieldErrors,
  forbidden,
  htmlAnswer,
  invalid,
  jsonAnswer,
  keyRefusal,
  refusal,
} from './served-answer';

export interface AnswerFailure extends Answer {
  readonly kind: 'answer';
}

/** `location` is relative to the base URL with a trailing slash. */
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

/** The failure of a request. */
export type Failure = (AnswerFailure | RedirectFailure | TransportFailure) & {
  /**
   * Whether the service carries out the request before it fails. A refusal is sent as usual. By default,
   * the service fails before it reads the request.
   */
  readonly afterWork?: boolean;
};

export function answered(answer: Answer): AnswerFailure {
  return { kind: 'answer', ...answer };
}

/** @param time seconds, or an HTTP date */
export function withRetryAfter(answer: Answer, time: number | string): AnswerFailure {
  return answered({ ...answer, headers: { ...answer.headers, 'retry-after': String(time) } });
}

export function invalidFields(errors: FieldErrors): Failure {
  return answered(invalid(errors));
}

/**
 * Paths after "Laravel" are in laravel/framework, `src/Illuminate`. Paths after "The service" are in
 * a public copy, Enspirer/ESEO-Tool.
 */
export const failures = {
  cutBeforeWork: { kind: 'cut' },
  cutAfterWork: { kind: 'cut', afterWork: true },
  silence: { kind: 'silence' },
  silenceAfterWork: { kind: 'silence', afterWork: true },

  /** A firewall in front of the service refuses the request, in the words of nginx. */
  firewall: answered(nginxAnswer(403, 'Forbidden')),
  /** A web server answers with its own page, as if the service were not installed. */
  webServer404: answered(nginxAnswer(404, 'Not Found')),
  /** The service: routes/api.php, `fallback`. No path exists. */
  noSuchRoute: answered(refusal(404, 'Resource not found.')),
  /** Laravel: Foundation/Exceptions/Handler.php. The redirect of a request without a session. */
  found: { kind: 'redirect', location: 'login' },

  keyRefused: answered(keyRefusal),
  forbidden: answered(forbidden),
  /** The service: app/Http/Controllers/API/ReportController.php. */
  notFound: answered(refusal(404, 'Resource not found.')),
  /** Laravel: Translation/lang/en/validation.php. */
  invalid: invalidFields({
    url: [
      'The url field must be a valid URL.',
      'The url field must not be greater than 2048 characters.',
    ],
    password: ['The password field is required.'],
  }),
  /**
   * The list of errors of another family of services. Source: express-validator.github.io/docs, Getting
   * started; the fields are those of the interface.
   */
  listedErrors: answered(
    jsonAnswer(422, {
      errors: [
        { type: 'field', msg: 'Invalid value', path: 'url', location: 'body' },
        { type: 'field', msg: 'Invalid value', path: 'password', location: 'body' },
      ],
    }),
  ),
  /**
   * The refusal of services whose every answer has the status 200.
   * Source: code search for "You have reached your load balancer limit."
   */
  reportedIn200: answered(
    jsonAnswer(200, { success: false, message: 'You have reached your load balancer limit.' }),
  ),
  /** Laravel: Routing/Middleware/ThrottleRequests.php. */
  tooManyRequests: withRetryAfter(jsonAnswer(429, { message: 'Too Many Attempts.' }), 30),
  /** Laravel: Foundation/Exceptions/Handler.php. The answer hides the reason. */
  serverError: answered(jsonAnswer(500, { message: 'Server Error' })),
  /** A proxy in front of the service says that the service is down. */
  badGateway: answered(nginxAnswer(502, 'Bad Gateway')),
  /** Laravel: Foundation/Http/Middleware/PreventRequestsDuringMaintenance.php. */
  unavailable: withRetryAfter(jsonAnswer(503, { message: 'Service Unavailable' }), 120),

  /** The page of a web app. Source: vitejs/vite, packages/create-vite/template-vanilla/index.html. */
  html: answered(
    htmlAnswer(
      200,
      '<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="UTF-8" />\n    <title>Vite App</title>\n' +
        '  </head>\n  <body>\n    <div id="app"></div>\n  </body>\n</html>\n',
    ),
  ),

  stalledBody: { kind: 'stalled body' },
  endlessBody: { kind: 'endless body' },
  hugeBody: answered(jsonAnswer(200, { data: [], padding: 'x'.repeat(30 * 1024 * 1024) })),
} as const satisfies Readonly<Record<string, Failure>>;
