import type { Endpoint } from './endpoints';

/** Whom a client talks to, and with which key. */
export interface Credentials {
  /** As `readBaseUrl` gives it: no trailing slash, no `/api/v1`. */
  baseUrl: string;
  apiKey: string;
}

/** Addresses an endpoint to a service: the exact request that goes on the wire. */
export function buildRequest(
  { baseUrl, apiKey }: Credentials,
  { method, path, query, form }: Endpoint,
): { url: string; init: RequestInit } {
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  return {
    url: `${baseUrl}/api/v1${path}${search}`,
    init: {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        ...(method !== 'DELETE' && { Accept: 'application/json' }),
      },
      ...(form !== undefined && { body: new URLSearchParams(form) }),
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      // A followed redirect turns a POST into a GET, repeats a PUT or DELETE elsewhere, or forwards
      // the form to another origin.
      redirect: method === 'GET' ? 'follow' : 'manual',
    },
  };
}
