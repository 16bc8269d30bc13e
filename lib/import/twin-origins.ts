/**
 * Returns the origins to which a redirect of a site probably leads: with or without `www.`, and
 * https. Browsers hide the target from an extension without permission for the target.
 */
export function twinOrigins({ protocol, hostname, port, origin }: URL): string[] {
  const isIpAddress = /^\[|\.\d+$/.test(hostname);
  const twin = hostname.startsWith('www.') ? hostname.slice('www.'.length) : `www.${hostname}`;
  // With an explicit port, the other scheme would have another port.
  const schemes = new Set([protocol, port === '' ? 'https:' : protocol]);
  const hosts = isIpAddress ? [hostname] : [hostname, twin];
  return [...schemes]
    .flatMap((scheme) => hosts.map((host) => `${scheme}//${host}${port && `:${port}`}`))
    .filter((other) => other !== origin);
}
