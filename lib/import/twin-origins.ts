/**
 * Where a site that redirects probably leads: its host with or without `www.`, and https. A browser hides it
 * from whoever may not read it there.
 */
export function twinOrigins({ protocol, hostname, port, origin }: URL): string[] {
  const isNumber = /^\[|\.\d+$/.test(hostname);
  const twin = hostname.startsWith('www.') ? hostname.slice('www.'.length) : `www.${hostname}`;
  // Another port would answer for another scheme.
  const schemes = new Set([protocol, port === '' ? 'https:' : protocol]);
  const hosts = isNumber ? [hostname] : [hostname, twin];
  return [...schemes]
    .flatMap((scheme) => hosts.map((host) => `${scheme}//${host}${port && `:${port}`}`))
    .filter((other) => other !== origin);
}
