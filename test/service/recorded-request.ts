import type { IncomingMessage } from 'node:http';

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

/** The same record while the service still fills it in. */
export type OpenRecord = { -readonly [Field in keyof RecordedRequest]: RecordedRequest[Field] };

const LARGEST_BODY_BYTES = 256 * 1024;

/** Whether a content type is that of a form, with or without parameters. */
export function isFormType(contentType: string | undefined): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '');
}

/** A record of the request's head. `basePath` is what to leave out in front of the path. */
export function recordHead(request: IncomingMessage, basePath: string): OpenRecord {
  const [target = '', ...rest] = (request.url ?? '').split('?');
  const search = rest.join('?');
  return {
    method: request.method ?? '',
    path: target.slice(basePath.length),
    search,
    query: [...new URLSearchParams(search)],
    headers: joinHeaders(request.rawHeaders),
    body: '',
    form: [],
    status: null,
    arrivedAt: performance.timeOrigin + performance.now(),
  };
}

/**
 * Fills in the body when it has arrived whole. A body over 256 KiB is left out; `cut` says that the client
 * went away before the end.
 */
export async function recordBody(
  record: OpenRecord,
  request: IncomingMessage,
): Promise<'whole' | 'too large' | 'cut'> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= LARGEST_BODY_BYTES) chunks.push(chunk);
    }
  } catch {
    return 'cut';
  }
  if (size > LARGEST_BODY_BYTES) return 'too large';
  record.body = Buffer.concat(chunks).toString('utf8');
  if (isFormType(record.headers['content-type'])) {
    record.form = [...new URLSearchParams(record.body)];
  }
  return 'whole';
}

function joinHeaders(raw: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(headers);
}
