/**
 * Returns the origins to which a site probably redirects. Browsers hide the target of a redirect
 * from an extension without permission for that host.
 */
export function twinOrigins({ protocol, hostname, port, origin }: URL): string[] {
  const isIpAddress = /^\[|\.\d+$/.test(hostname);
  const twin = hostname.startsWith('www.') ? hostname.slice('www.'.length) : `www.${hostname}`;
  // https would need another explicit port, which is unknown.
  const schemes = new Set([protocol, port === '' ? 'https:' : protocol]);
  const hosts = isIpAddress ? [hostname] : [hostname, twin];
  return [...schemes]
    .flatMap((scheme) => hosts.map((host) => `${scheme}//${host}${port && `:${port}`}`))
    .filter((other) => other !== origin);
}
