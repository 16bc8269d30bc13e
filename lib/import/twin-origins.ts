/**
 * Returns the origins to which a site probably redirects: with https, and with or without `www.`. Browsers
 * hide the target of a redirect if the extension may not access the target's host.
 */
export function twinOrigins({ protocol, hostname, port, origin }: URL): string[] {
  const isIpAddress = /^\[|\.\d+$/.test(hostname);
  const twin = hostname.startsWith('www.') ? hostname.slice('www.'.length) : `www.${hostname}`;
  const hosts = isIpAddress ? [hostname] : [hostname, twin];
  // Beside an explicit http port, the port of https is unknown.
  const schemes = new Set([protocol, port === '' ? 'https:' : protocol]);
  const portSuffix = port === '' ? '' : `:${port}`;
  return [...schemes]
    .flatMap((scheme) => hosts.map((host) => `${scheme}//${host}${portSuffix}`))
    .filter((other) => other !== origin);
}
