import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Service } from './service';

/** What to send beside what a correct client would. */
export interface CallOptions {
  /** Added to or replacing the usual headers; null leaves one out. Names in lower case. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Fields of a form body. */
  readonly form?: Readonly<Record<string, string>>;
  /** A body as it is, instead of a form. */
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** An answer that was read to its end. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends exactly what it is told, unlike fetch, which adds headers of its own and refuses some combinations.
 * `path` is below the base URL. Resolves with the head of the answer; rejects when the connection fails first.
 */
export function open(
  service: Service,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<IncomingMessage> {
  const body = options.body ?? (options.form && new URLSearchParams(options.form).toString());
  const headers = { ...usualHeaders(service, method, body), ...options.headers };
  return new Promise((resolve, reject) => {
    const sent = request(service.baseUrl + path, {
      method,
      agent: false,
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
      ),
      ...(options.signal && { signal: options.signal }),
    });
    sent.once('error', reject);
    sent.once('response', resolve);
    sent.end(body);
  });
}

/** Like `open`, and reads the body; rejects when it is cut. */
export async function call(
  service: Service,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Received> {
  const response = await open(service, method, path, options);
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** Like `call`, and parses the body as JSON. */
export async function callJson(
  service: Service,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<{ readonly status: number; readonly json: unknown }> {
  const { status, text } = await call(service, method, path, options);
  return { status, json: JSON.parse(text) };
}

function usualHeaders(
  service: Service,
  method: string,
  body: string | undefined,
): Record<string, string> {
  const sendsForm = method === 'POST' || method === 'PUT';
  return {
    authorization: `Bearer ${service.apiKey}`,
    ...(method !== 'DELETE' && { accept: 'application/json' }),
    ...(sendsForm && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
  };
}
