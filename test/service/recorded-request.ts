import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** Name and value are decoded. */
export type Parameter = readonly [name: string, value: string];

export interface RecordedRequest {
  readonly method: string;
  /** The path below the base URL, not decoded: `/api/v1/reports`. */
  readonly path: string;
  /** Not decoded, without the question mark. */
  readonly search: string;
  /** In the order of the request, with repeated parameters. */
  readonly query: readonly Parameter[];
  /** Names in lower case. Values of a repeated header are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Not decoded; empty until the whole body has arrived. */
  readonly body: string;
  /** In the order of the request; empty if the body is not a form. */
  readonly form: readonly Parameter[];
  /** Null before the answer, and if the connection was cut. */
  readonly status: number | null;
  /** Arrival of the head, in milliseconds since the epoch, with fractions. */
  readonly arrivedAt: number;
}

/** A record before the arrival of the body. */
export type OpenRecord = RecordedRequest & { body: string; form: readonly Parameter[] };

export function isForm({ headers }: RecordedRequest): boolean {
  const type = headers['content-type'] ?? '';
  return /^application\/x-www-form-urlencoded(;\s*charset=utf-8)?$/i.test(type);
}

/** @param basePath the start of each path; the record omits it */
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

/** Adds the body after its arrival. Rejects if the client closes the connection earlier. */
export async function recordBody(record: OpenRecord, request: IncomingMessage): Promise<void> {
  record.body = await text(request);
  if (isForm(record)) record.form = [...new URLSearchParams(record.body)];
}
