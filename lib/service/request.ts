import type { Endpoint } from './endpoints';

/** The address of a service, and the secrets that each request sends. */
export interface Credentials {
  /** As `readBaseUrl` returns it: without a trailing slash and without `/api/v1`. */
  baseUrl: string;
  apiKey: string;
  /** Further request headers, for example for a proxy in front of the service. */
  headers?: readonly { name: string; value: string }[];
}

/** Returns the arguments of `fetch` for a call to a service. */
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
      // A followed redirect turns a POST into a GET, or repeats a PUT or DELETE at another address.
      // A followed redirect also sends the form, and all headers except `Authorization`, elsewhere.
      redirect: method === 'GET' && headers.length === 0 ? 'follow' : 'manual',
    },
  };
}
