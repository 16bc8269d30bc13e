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

/** Sends a request to a path below the base URL, as a correct client would unless told otherwise. */
export function call(
  { apiKey, baseUrl }: Service,
  method: string,
  path: string,
  { body, form, headers, signal }: CallOptions = {},
): Promise<Response> {
  const sendsForm = method === 'POST' || method === 'PUT';
  const usual = {
    authorization: `Bearer ${apiKey}`,
    ...(method !== 'DELETE' && { accept: 'application/json' }),
    ...(sendsForm && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
  };
  const given = Object.entries({ ...usual, ...headers });
  return fetch(baseUrl + path, {
    method,
    redirect: 'manual',
    headers: given.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    body: body ?? (form ? new URLSearchParams(form).toString() : null),
    ...(signal && { signal }),
  });
}

/** Like `call`, and parses the body as JSON. */
export async function callJson(
  ...request: Parameters<typeof call>
): Promise<{ readonly status: number; readonly json: unknown }> {
  const response = await call(...request);
  return { status: response.status, json: await response.json() };
}
