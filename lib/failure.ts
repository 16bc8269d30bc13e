import { Timestamp, z } from './schema';

/** What the service says about one form field. */
export const FieldMessage = z.object({
  /** The parameter's name on the wire, such as `url` or `password`. */
  field: z.string(),
  /** The service's own sentences, as plain text, at least one. */
  messages: z.array(z.string()),
});
export type FieldMessage = z.infer<typeof FieldMessage>;

/** What made a 2xx answer unusable. */
const AnswerProblem = z.literal(['html', 'notJson', 'wrongShape', 'tooLarge', 'empty']);
export type AnswerProblem = z.infer<typeof AnswerProblem>;

/** The service's own sentence as plain text, null where it sent none; it never holds the API key. */
const message = z.nullable(z.string());
const retryAt = z.nullable(Timestamp);
/** The names of the person's own request headers that were sent; absent where there were none. */
const sentHeaders = z.optional(z.array(z.string()));

/** What would be dropped where a connection is taken down, so that a person is asked first. */
export const OpenWork = z.object({
  code: z.literal('openWork'),
  /** Reports that were to be created, changed and deleted. */
  creations: z.number(),
  changes: z.number(),
  deletions: z.number(),
  /** Whether all of it can go on with another key of the same service instead. */
  canBeKept: z.boolean(),
});
export type OpenWork = z.infer<typeof OpenWork>;

/** Every way in which a call can fail, as data. */
export const Failure = z.union([
  z.object({
    code: z.literal([
      'notConnected',
      // The browser could not store what was to be done, so it was not done.
      'notStored',
      // The browser's storage could not be read, so nothing was done.
      'storeUnreadable',
      'unreachable',
      // This computer has no connection, so nothing was sent.
      'offline',
      // The caller gave up, or the browser stopped the worker: nothing is known of the service's side.
      'interrupted',
    ]),
  }),
  z.object({
    code: z.literal([
      'protectionPage',
      // What stands before the service wants a sign-in of its own, there or on another host.
      'proxySignIn',
    ]),
    sentHeaders,
  }),
  z.object({ code: z.literal(['keyRefused', 'notAllowed']), message }),
  OpenWork,
  z.object({ code: z.literal('noPermission'), origin: z.string() }),
  z.object({ code: z.literal('timedOut'), seconds: z.number() }),
  /** `to` is the address to use instead, null where the browser does not tell. */
  z.object({ code: z.literal('redirected'), to: z.nullable(z.string()), sentHeaders }),
  /** `what`: one report that is no more, or the interface itself, which is not at this address. */
  z.object({ code: z.literal('gone'), what: z.literal(['report', 'interface']), message }),
  z.object({ code: z.literal('invalid'), message, fields: z.array(FieldMessage) }),
  /** The service could not fetch the page to be analysed, or failed on it, and says why. */
  z.object({ code: z.literal('pageFailed'), message }),
  z.object({ code: z.literal('tooManyRequests'), retryAt, message }),
  z.object({ code: z.literal('serviceDown'), status: z.number(), retryAt, message }),
  /**
   * What stands before the service, such as a web application firewall, has refused the request by a web
   * page: the service's own refusals are JSON.
   */
  z.object({ code: z.literal('firewall'), status: z.number(), sentHeaders }),
  /** Any other status outside 2xx. */
  z.object({ code: z.literal('refused'), status: z.number(), message }),
  z.object({ code: z.literal('unexpectedAnswer'), problem: AnswerProblem }),
]);
export type Failure = z.infer<typeof Failure>;

/**
 * Whether the service may have done what was asked all the same: no answer came, or one that does
 * not tell.
 */
export function mayHaveActed({ code }: Failure): boolean {
  return (
    code === 'unreachable' ||
    code === 'redirected' ||
    code === 'timedOut' ||
    code === 'interrupted' ||
    code === 'serviceDown' ||
    code === 'pageFailed' ||
    code === 'unexpectedAnswer'
  );
}

/** Whether asking again helps: against a failure on the way, and not an answer of the wrong kind. */
export function isWorthRepeating(failure: Failure): boolean {
  return failure.code === 'redirected' ? isShutOut(failure) : failure.code !== 'unexpectedAnswer';
}

/** The failure with the names of the headers that were sent to what stands before the service. */
export function naming(failure: Failure, sentHeaders: string[]): Failure {
  const codes = ['protectionPage', 'proxySignIn', 'firewall', 'redirected'];
  const isNamed = sentHeaders.length > 0 && codes.includes(failure.code);
  return isNamed ? ({ ...failure, sentHeaders } as Failure) : failure;
}

/** Whether the service no longer has the report that was asked for. */
export function isReportGone(failure: Failure): boolean {
  return failure.code === 'gone' && failure.what === 'report';
}

/** The service's own words, null where it sent none. */
export function wordsOf(failure: Failure): string | null {
  const fields = failure.code === 'invalid' ? failure.fields : [];
  const said = [
    'message' in failure ? failure.message : null,
    ...fields.flatMap(({ messages }) => messages),
  ].filter((text) => text !== null);
  return said.length === 0 ? null : [...new Set(said)].join(' ');
}

/** The failure without the service's own words, which may quote what was asked for. */
export function withoutWords(failure: Failure): Failure {
  return 'message' in failure ? { ...failure, message: null } : failure;
}

/** Whether the service takes no request for now, and has not acted on this one. */
export function isThrottled(failure: Failure): boolean {
  return (
    failure.code === 'tooManyRequests' ||
    (failure.code === 'serviceDown' && failure.status === 503 && failure.retryAt !== null)
  );
}

/**
 * Whether the service, the browser, or what stands before the service lets nobody in: it has not acted on this
 * request. A redirect of one with headers of the person's own most likely leads to a sign-in.
 */
export function isShutOut(failure: Failure): boolean {
  const { code } = failure;
  return (
    (code === 'redirected' && failure.sentHeaders !== undefined) ||
    code === 'keyRefused' ||
    code === 'noPermission' ||
    code === 'protectionPage' ||
    code === 'proxySignIn' ||
    code === 'firewall'
  );
}

/** Whether nothing is known of the service at all: no answer came, or one of a service that is down. */
export function isOutOfReach(failure: Failure): boolean {
  const { code } = failure;
  return (
    code === 'offline' ||
    code === 'unreachable' ||
    code === 'timedOut' ||
    (code === 'serviceDown' && !isThrottled(failure))
  );
}

/** Whether the next request, whatever it is about, would most likely fail alike. */
export function isAboutAll(failure: Failure): boolean {
  const { code } = failure;
  return (
    isThrottled(failure) || isOutOfReach(failure) || isShutOut(failure) || code === 'notStored'
  );
}
