/** What the service says about one form field. */
export interface FieldMessage {
  /** The parameter's name on the wire, such as `url` or `password`. */
  field: string;
  /** The service's own sentences, as plain text, at least one. */
  messages: string[];
}

/** What made a 2xx answer unusable. */
export type AnswerProblem = 'html' | 'not-json' | 'wrong-shape' | 'too-large' | 'empty';

/**
 * Every way in which a call can fail, as data. `message` is the service's own sentence as plain
 * text, null where it sent none; it never holds the API key. Times are ISO 8601 in UTC.
 */
export type Failure =
  | { code: 'not-connected' }
  /** The browser could not store what was to be done, so it was not done. */
  | { code: 'not-stored' }
  /** Reports are still on their way on the connection that would be taken down. */
  | { code: 'submissions-waiting'; count: number }
  | { code: 'no-permission'; origin: string }
  | { code: 'unreachable' }
  /** This computer has no connection, so nothing was sent. */
  | { code: 'offline' }
  | { code: 'timed-out'; seconds: number }
  /** The caller gave up, or the browser stopped the worker: nothing is known of the service's side. */
  | { code: 'interrupted' }
  /** `to` is the address to use instead, null where the browser does not tell. */
  | { code: 'redirected'; to: string | null }
  | { code: 'key-refused'; message: string | null }
  | { code: 'not-allowed'; message: string | null }
  /** `what`: one report that is no more, or the interface itself, which is not at this address. */
  | { code: 'gone'; what: 'report' | 'interface'; message: string | null }
  | { code: 'invalid'; message: string | null; fields: FieldMessage[] }
  | { code: 'too-many-requests'; retryAt: string | null; message: string | null }
  | { code: 'protection-page' }
  | { code: 'service-down'; status: number; retryAt: string | null; message: string | null }
  /** Any other status outside 2xx. */
  | { code: 'refused'; status: number; message: string | null }
  | { code: 'unexpected-answer'; problem: AnswerProblem };

export type FailureCode = Failure['code'];

/**
 * Whether the service may have done what was asked all the same: no answer came, or one that does
 * not tell.
 */
export function mayHaveBeenDone({ code }: Failure): boolean {
  return (
    code === 'unreachable' ||
    code === 'redirected' ||
    code === 'timed-out' ||
    code === 'interrupted' ||
    code === 'service-down' ||
    code === 'unexpected-answer'
  );
}

/** Whether asking again helps: against a failure on the way, and not an answer of the wrong kind. */
export function isWorthRepeating({ code }: Failure): boolean {
  return code !== 'redirected' && code !== 'unexpected-answer';
}

/** Whether the service no longer has the report that was asked for. */
export function isReportGone(failure: Failure): boolean {
  return failure.code === 'gone' && failure.what === 'report';
}
