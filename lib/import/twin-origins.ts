/**
 * Returns the origins to which a redirect of a site probably leads: the host with or without
 * `www.`, and https. Browsers hide the target of a redirect from an extension without permission
 * for the target.
 */
export function twinOrigins({ protocol, hostname, port, origin }: URL): string[] {
  const isNumber = /^\[|\.\d+$/.test(hostname);
  const twin = hostname.startsWith('www.') ? hostname.slice('www.'.length) : `www.${hostname}`;
  // With an explicit port, the other scheme would have another port.
  const schemes = new Set([protocol, port === '' ? 'https:' : protocol]);
  const hosts = isNumber ? [hostname] : [hostname, twin];
  return [...schemes]
    .flatMap((scheme) => hosts.map((host) => `${scheme}//${host}${port && `:${port}`}`))
    .filter((other) => other !== origin);
}
