/** Returns the match pattern of a host. The pattern has no port, because Firefox refuses ports. */
export function hostPattern(baseUrl: string): string {
  return `${schemeAndHost(baseUrl)}/*`;
}

export function schemeAndHost(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  return `${protocol}//${hostname}`;
}

/** Whether a granted match pattern covers an origin. */
export function matchesHostPattern(pattern: string, origin: string): boolean {
  const url = URL.parse(origin);
  if (url === null) return false;
  if (pattern === '<all_urls>') return true;
  const [, scheme = '', host = ''] = /^(\*|https?):\/\/([^/]+)\//.exec(pattern) ?? [];
  const matchesScheme = scheme === '*' || `${scheme}:` === url.protocol;
  const matchesHost =
    host === '*' ||
    host === url.hostname ||
    host === url.host ||
    (host.startsWith('*.') && `.${url.hostname}`.endsWith(host.slice(1)));
  return matchesScheme && matchesHost;
}
