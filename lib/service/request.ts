import type { Endpoint } from './endpoints';

/** Whom a client talks to, and with which key. */
export interface Credentials {
  /** As `readBaseUrl` gives it: no trailing slash, no `/api/v1`. */
  baseUrl: string;
  apiKey: string;
  /** What is to be sent beside the key, such as for a proxy before the service. */
  headers?: readonly { name: string; value: string }[];
}

/** Addresses an endpoint to a service: the exact request that goes on the wire. */
export function buildRequest(
  { baseUrl, apiKey, headers = [] }: Credentials,
  { method, path, query, form }: Endpoint,
): { url: string; init: RequestInit } {
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  return {
    url: `${baseUrl}/api/v1${path}${search}`,
    init: {
      method,
      headers: {
        ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
        Authorization: `Bearer ${apiKey}`,
        ...(method !== 'DELETE' && { Accept: 'application/json' }),
      },
      ...(form !== undefined && { body: new URLSearchParams(form) }),
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      // A followed redirect turns a POST into a GET, repeats a PUT or DELETE elsewhere, or forwards
      // the form to another origin, and each header but `Authorization`.
      redirect: method === 'GET' && headers.length === 0 ? 'follow' : 'manual',
    },
  };
}
