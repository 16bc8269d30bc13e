import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** A decoded parameter of a query or a form. */
export type Parameter = readonly [name: string, value: string];

/** A request to the API. */
export interface RecordedRequest {
  readonly method: string;
  /** The path below the base URL, not decoded: `/api/v1/reports`. */
  readonly path: string;
  /** The query, not decoded, without the question mark. */
  readonly search: string;
  /** The parameters of the query in the order sent, with repeated ones. */
  readonly query: readonly Parameter[];
  /** Names in lower case. Values of a repeated header are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, not decoded; empty until the whole body has arrived. */
  readonly body: string;
  /** The fields of the form in the order sent; empty if the body is not a form. */
  readonly form: readonly Parameter[];
  /** The status of the answer; null before the answer, and after a connection that was cut instead. */
  readonly status: number | null;
  /** Time at which the head had arrived, in milliseconds since the epoch, with fractions. */
  readonly arrivedAt: number;
}

/** A record whose body has not arrived yet. */
export type OpenRecord = RecordedRequest & { body: string; form: readonly Parameter[] };

/** Whether the body is a form in UTF-8. */
export function isForm({ headers }: RecordedRequest): boolean {
  const type = headers['content-type'] ?? '';
  return /^application\/x-www-form-urlencoded(;\s*charset=utf-8)?$/i.test(type);
}

/** Returns a record of the request's head. The recorded path lacks the prefix `basePath`. */
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

/** Adds the body once the whole body has arrived. Rejects if the client leaves first. */
export async function recordBody(record: OpenRecord, request: IncomingMessage): Promise<void> {
  record.body = await text(request);
  if (isForm(record)) record.form = [...new URLSearchParams(record.body)];
}
