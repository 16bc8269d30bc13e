import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** A parameter as it was sent, decoded. */
export type Parameter = readonly [name: string, value: string];

/** A request to the API as it came in. */
export interface RecordedRequest {
  readonly method: string;
  /** The path below the base URL, as sent: `/api/v1/reports`. */
  readonly path: string;
  /** The query as sent, without the question mark. */
  readonly search: string;
  /** The query's parameters in the order sent, repeated ones included. */
  readonly query: readonly Parameter[];
  /** Names in lower case; values of a repeated header are joined by a comma and a space. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as sent; empty until it has arrived whole. */
  readonly body: string;
  /** The body's fields in the order sent; empty when the body is not a form. */
  readonly form: readonly Parameter[];
  /** The status answered; null until then, and for good when the connection was cut instead. */
  readonly status: number | null;
  /** When its head had come in: milliseconds since the epoch, with fractions. */
  readonly arrivedAt: number;
}

/** The same record while its body is still coming in. */
export type OpenRecord = RecordedRequest & { body: string; form: readonly Parameter[] };

/** Whether the body is a form in UTF-8. */
export function isForm({ headers }: RecordedRequest): boolean {
  const type = headers['content-type'] ?? '';
  return /^application\/x-www-form-urlencoded(;\s*charset=utf-8)?$/i.test(type);
}

/** A record of the request's head. `basePath` is what to leave out in front of the path. */
export function recordHead(
  request: IncomingMessage,
  response: ServerResponse,
  basePath: string,
): OpenRecord {
  const [target = '', ...rest] = (request.url ?? '').split('?');
  const search = rest.join('?');
  const headers = Object.entries(request.headersDistinct);
  return {
    method: request.method ?? '',
    path: target.slice(basePath.length),
    search,
    query: [...new URLSearchParams(search)],
    headers: Object.fromEntries(headers.map(([name, values = []]) => [name, values.join(', ')])),
    body: '',
    form: [],
    get status() {
      return response.headersSent ? response.statusCode : null;
    },
    arrivedAt: performance.timeOrigin + performance.now(),
  };
}

/** Fills in the body when it has arrived whole. Rejects when the client goes away before. */
export async function recordBody(record: OpenRecord, request: IncomingMessage): Promise<void> {
  record.body = await text(request);
  if (isForm(record)) record.form = [...new URLSearchParams(record.body)];
}
