import { Timestamp, z } from './schema';

export const FieldMessage = z.object({
  /** A request parameter, such as `url` or `password`. */
  field: z.string(),
  /** Sentences of the service, as plain text. */
  messages: z.array(z.string()),
});
export type FieldMessage = z.infer<typeof FieldMessage>;

/** Why a 2xx response is unusable. */
const AnswerProblem = z.literal(['html', 'notJson', 'wrongShape', 'tooLarge', 'empty']);
export type AnswerProblem = z.infer<typeof AnswerProblem>;

/** The service's message as plain text, without the API key; null if absent. */
const message = z.nullable(z.string());
/** The time in `Retry-After`; null if absent. */
const retryAt = z.nullable(Timestamp);
/** Names of the custom request headers; absent if the request had none. */
const sentHeaders = z.optional(z.array(z.string()));

/** A change of the connection needs a person's decision about the unfinished operations. */
export const OpenJobsFailure = z.object({
  code: z.literal('openJobs'),
  creations: z.number(),
  changes: z.number(),
  deletions: z.number(),
  /** `disconnect` drops the operations. After the other changes, the operations may wait. */
  change: z.literal(['disconnect', 'otherAccount', 'otherService']),
});
export type OpenJobsFailure = z.infer<typeof OpenJobsFailure>;

export const Failure = z.union([
  z.object({
    code: z.literal([
      'notConnected',
      // Another connection is used as soon as the requests in flight have ended.
      'changingService',
      // The browser refused to store the job. The worker sent no request.
      'notStored',
      // A mark has changed since the press that a person wants to undo.
      'changedMeanwhile',
      // The browser's storage is unreadable. The worker sent no request.
      'storeUnreadable',
      'unreachable',
      // The computer is offline. The worker sent no request.
      'offline',
      // The caller cancelled, or the browser stopped the worker. The service may have acted.
      'interrupted',
    ]),
  }),
  z.object({
    code: z.literal([
      'protectionPage',
      // A proxy in front of the service redirects to a sign-in page, on the same or another host.
      'proxySignIn',
    ]),
    sentHeaders,
  }),
  z.object({ code: z.literal(['keyRefused', 'notAllowed']), message }),
  OpenJobsFailure,
  /** A limit (`most`) refuses a mark. See `MarksLimit`. */
  z.object({
    code: z.literal('tooManyMarks'),
    mark: z.literal(['star', 'ticket', 'mute', 'mutedPage', 'clientToJoin']),
    most: z.number(),
  }),
  /** A batch of a private window has more than `most` operations. */
  z.object({ code: z.literal('tooManyPrivate'), most: z.number() }),
  z.object({ code: z.literal('noPermission'), origin: z.string() }),
  z.object({ code: z.literal('timedOut'), seconds: z.number() }),
  /** `to` is the target; null if the browser hides the target. */
  z.object({ code: z.literal('redirected'), to: z.nullable(z.string()), sentHeaders }),
  /** The service answers 404 or 410 in JSON. `interface`: the base URL has no API. */
  z.object({ code: z.literal('gone'), what: z.literal(['report', 'interface']), message }),
  /** The service's list still shows the report (`isListed`), or the request for the list failed. */
  z.object({ code: z.literal('goneUnconfirmed'), isListed: z.boolean(), message }),
  z.object({ code: z.literal('invalid'), message, fields: z.array(FieldMessage) }),
  /** The service could not fetch or analyse the page. `message` gives the reason. */
  z.object({ code: z.literal('pageFailed'), message }),
  z.object({ code: z.literal('tooManyRequests'), retryAt, message }),
  z.object({ code: z.literal('serviceDown'), status: z.number(), retryAt, message }),
  /** A firewall in front of the service answered with a web page. Services refuse in JSON. */
  z.object({ code: z.literal('firewall'), status: z.number(), sentHeaders }),
  /** A web server answered in place of the service, usually with its own 404 page. */
  z.object({ code: z.literal('webServerAnswer'), status: z.number() }),
  /** Any other status outside 2xx. */
  z.object({ code: z.literal('refused'), status: z.number(), message }),
  z.object({ code: z.literal('unexpectedAnswer'), problem: AnswerProblem }),
]);
export type Failure = z.infer<typeof Failure>;

/** Whether the service may have carried out the request in spite of the failure. */
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

/** Whether the same request may succeed later. */
export function isWorthRepeating(failure: Failure): boolean {
  return failure.code === 'redirected' ? isShutOut(failure) : failure.code !== 'unexpectedAnswer';
}

/** Whether the answer is a redirect or an unusable 2xx response. */
export function isUnreadable({ code }: Failure): boolean {
  return code === 'redirected' || code === 'unexpectedAnswer';
}

/** Adds the names of the custom headers to a failure that a proxy or firewall may have caused. */
export function withHeaderNames(failure: Failure, sentHeaders: string[]): Failure {
  const proxyCodes = ['protectionPage', 'proxySignIn', 'firewall', 'redirected'];
  const hasHeaderNames = sentHeaders.length > 0 && proxyCodes.includes(failure.code);
  return hasHeaderNames ? ({ ...failure, sentHeaders } as Failure) : failure;
}

export function isReportGone(failure: Failure): boolean {
  return failure.code === 'gone' && failure.what === 'report';
}

/** Returns the service's messages in one line; null without messages. */
export function serviceMessage(failure: Failure): string | null {
  const fields = failure.code === 'invalid' ? failure.fields : [];
  const messages = [
    'message' in failure ? failure.message : null,
    ...fields.flatMap((field) => field.messages),
  ].filter((text) => text !== null);
  return messages.length === 0 ? null : [...new Set(messages)].join(' ');
}

/** Removes the service's message, which may quote the request. */
export function withoutMessage(failure: Failure): Failure {
  return 'message' in failure ? { ...failure, message: null } : failure;
}

/** Whether the service accepts no requests for a time, and has not carried out this request. */
export function isThrottled(failure: Failure): boolean {
  return (
    failure.code === 'tooManyRequests' ||
    (failure.code === 'serviceDown' && failure.status === 503 && failure.retryAt !== null)
  );
}

/**
 * Whether the service, the browser or a proxy blocks access. A blocked request has no effect. With
 * custom headers, a redirect most likely leads to a sign-in page.
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

/** Whether the service is unreachable or down, or its answers contradict each other. */
export function isOutOfReach(failure: Failure): boolean {
  const { code } = failure;
  return (
    code === 'offline' ||
    code === 'unreachable' ||
    code === 'timedOut' ||
    code === 'goneUnconfirmed' ||
    code === 'webServerAnswer' ||
    (code === 'serviceDown' && !isThrottled(failure))
  );
}

/** Whether the next request, to any endpoint, would most likely fail for the same reason. */
export function isServiceWide(failure: Failure): boolean {
  const { code } = failure;
  return (
    isThrottled(failure) || isOutOfReach(failure) || isShutOut(failure) || code === 'notStored'
  );
}
