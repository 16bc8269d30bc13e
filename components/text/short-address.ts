/** An address in the parts in which a row shows it. */
export interface ShortAddress {
  /** Without the scheme where it is a web address; with a port. */
  host: string;
  /** What it has in common with another address that is shown. */
  common: string;
  /** What tells it from all others. */
  rest: string;
}

/** As much of what distinguishes an address as fits into half a row. */
const MOST_DISTINCT = 26;
/** Of a longer one, the end says more than the middle. */
const KEPT_END = 14;

/**
 * Cuts addresses for display, so that what distinguishes each from the others stays visible. Texts
 * that are no addresses are all `rest`.
 */
export function shortAddresses(addresses: readonly string[]): Map<string, ShortAddress> {
  const sorted = [...new Set(addresses)].sort();
  return new Map(
    sorted.map((address, index) => {
      const neighbours = [sorted[index - 1], sorted[index + 1]];
      const shared = Math.max(...neighbours.map((other) => sharedLength(address, other ?? '')));
      return [address, split(address, shared)];
    }),
  );
}

function split(address: string, shared: number): ShortAddress {
  const [, scheme = '', host = ''] = /^(https?:\/\/)([^/?#]*)/i.exec(address) ?? [];
  const start = scheme.length + host.length;
  // From the beginning of the part in which it differs, such as a whole path segment.
  const differs = Math.max(start, address.slice(0, shared).search(/[/?&#=][^/?&#=]*$/));
  const end = address.slice(differs);
  const isLong = address.length - differs > MOST_DISTINCT;
  return {
    host,
    common: address.slice(start, differs),
    rest: isLong ? `${end.slice(0, MOST_DISTINCT - KEPT_END)}…${end.slice(-KEPT_END)}` : end,
  };
}

/** How many characters two texts have in common at their beginning. */
function sharedLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length += 1;
  return length;
}
