/**
 * Names that the public DNS does not answer: RFC 6761 (localhost, test), RFC 6762 with its appendix
 * G (local and what networks use beside it), RFC 8375 (home.arpa), and ICANN's reserved `internal`.
 */
const LOCAL_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|test)$/;

/** Whether a host, as `URL.hostname` gives it, can only be reached from its own network. */
export function isLocalHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (host.startsWith('[')) return isLocalIpv6(host.slice(1, -1));
  // The URL Standard leaves no host of numbers but an IPv4 address.
  const octets = host.split('.').map(Number);
  if (octets.every((octet) => octet >= 0)) return isLocalIpv4(octets);
  return !host.includes('.') || LOCAL_NAMES.test(host);
}

/** This host, loopback, private (RFC 1918), carrier-grade NAT (RFC 6598) and link-local. */
function isLocalIpv4([first = 0, second = 0]: number[]): boolean {
  return (
    first === 0 ||
    first === 10 ||
    first === 127 ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168)
  );
}

/** Unspecified, loopback, unique local, link-local, and IPv4 addresses written as IPv6. */
function isLocalIpv6(address: string): boolean {
  if (address === '::' || address === '::1') return true;
  const [, high] = /^::ffff:([\da-f]{1,4}):[\da-f]{1,4}$/.exec(address) ?? [];
  if (high !== undefined) return isLocalIpv4([parseInt(high, 16) >> 8, parseInt(high, 16) & 255]);
  return /^f[cd][\da-f]{2}:|^fe[89ab][\da-f]:/.test(address);
}

/** Whether a host, as `URL.hostname` gives it, is this very computer. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
}
