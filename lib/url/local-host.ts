/**
 * Matches names that the public DNS does not resolve. Sources: RFC 6761 (localhost, test), RFC 6762
 * with appendix G (local and similar names), RFC 8375 (home.arpa), ICANN (internal). Some routers
 * have the name fritz.box or speedport.ip. `10.0.0.1.nip.io` resolves to 10.0.0.1.
 */
const LOCAL_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|test|ip|fritz\.box|(?:nip|sslip)\.io)$/;

/** Matches an IPv4 address in a name, such as `app.10.0.0.1.nip.io` or `10-0-0-1.host.example`. */
const IPV4_IN_NAME = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-]\d{1,3}[.-]\d{1,3}(?=[.-])/;

/**
 * Whether a host is reachable only from its own network.
 * @param hostname the value of `URL.hostname`
 */
export function isOnLocalNetwork(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (host.startsWith('[')) return isLocalIpv6(host.slice(1, -1));
  const octets = host.split('.').map(Number);
  // `URL` turns every host that consists of numbers into an IPv4 address.
  const isIpv4 = octets.every((octet) => octet >= 0);
  if (isIpv4) return isLocalIpv4(octets);
  const [, first, second] = IPV4_IN_NAME.exec(host) ?? [];
  if (first !== undefined && isLocalIpv4([Number(first), Number(second)])) return true;
  return !host.includes('.') || LOCAL_NAMES.test(host);
}

/** @param octets the first two octets of the address, or all octets */
function isLocalIpv4([first = 0, second = 0]: number[]): boolean {
  const isThisHost = first === 0;
  const isLoopbackAddress = first === 127;
  const isLinkLocal = first === 169 && second === 254;
  const isCarrierGradeNat = first === 100 && second >= 64 && second < 128; // RFC 6598
  const isPrivate = // RFC 1918
    first === 10 ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168);
  return isThisHost || isLoopbackAddress || isLinkLocal || isCarrierGradeNat || isPrivate;
}

function isLocalIpv6(address: string): boolean {
  const groups = groupsOf(address);
  const upperHalf = upperHalfOfEmbeddedIpv4(groups);
  // The addresses `::` and `::1` embed 0.0.0.0 and 0.0.0.1.
  if (upperHalf !== undefined) return isLocalIpv4([upperHalf >> 8, upperHalf & 255]);
  const [first = 0] = groups;
  const isUniqueLocal = first >> 9 === 0xfc00 >> 9; // fc00::/7
  const isLinkLocal = first >> 6 === 0xfe80 >> 6; // fe80::/10
  const isLocalNat64 = address.startsWith('64:ff9b:1:'); // RFC 8215
  return isUniqueLocal || isLinkLocal || isLocalNat64;
}

/** Returns the upper half of an embedded IPv4 address (NAT64: RFC 6052, 6to4: RFC 3056). */
function upperHalfOfEmbeddedIpv4(groups: readonly number[]): number | undefined {
  if (groups[0] === 0x2002) return groups[1];
  const prefix = groups.slice(0, 6).join();
  return EMBEDDING_PREFIXES.includes(prefix) ? groups[6] : undefined;
}

/** The first six groups, in decimal, of `::ffff:1.2.3.4`, `::1.2.3.4` and `64:ff9b::1.2.3.4`. */
const EMBEDDING_PREFIXES = ['0,0,0,0,0,65535', '0,0,0,0,0,0', '100,65435,0,0,0,0'];

/** Expands `::` in a serialised IPv6 address. */
function groupsOf(address: string): number[] {
  const [before = [], after = []] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}

/** Whether a host (the value of `URL.hostname`) is this computer. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
}
