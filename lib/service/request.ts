import type { Endpoint } from './endpoints';

/** The address of a service, and the secrets that every request contains. */
export interface Credentials {
  /** As `readBaseUrl` returns it, without a trailing slash and `/api/v1`. */
  baseUrl: string;
  apiKey: string;
  /** Further request headers, for example for a proxy in front of the service. */
  headers?: readonly { name: string; value: string }[];
}

export function buildRequest(
  { baseUrl, apiKey, headers = [] }: Credentials,
  { method, path, query, form }: Endpoint,
): { url: string; init: RequestInit } {
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  const allHeaders: Record<string, string> = Object.fromEntries(
    headers.map(({ name, value }) => [name, value]),
  );
  allHeaders.Authorization = `Bearer ${apiKey}`;
  if (method !== 'DELETE') allHeaders.Accept = 'application/json';
  const init: RequestInit = {
    method,
    headers: allHeaders,
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    // A redirect turns a POST into a GET, or repeats a PUT or DELETE at another address. Browsers
    // send the form and all headers except `Authorization` to that address.
    redirect: method === 'GET' && headers.length === 0 ? 'follow' : 'manual',
  };
  if (form !== undefined) init.body = new URLSearchParams(form);
  return { url: `${baseUrl}/api/v1${path}${search}`, init };
}
