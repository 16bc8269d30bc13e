import { addressParts } from '@/lib/url/short-address';

/**
 * The parts of an address, in an element that runs left to right. That element's class `address` makes them
 * one line, in which the part before the last gives way.
 */
export function Address({ address }: { address: string }) {
  const { host, before, last } = addressParts(address);
  return (
    <>
      {host && <b>{host}</b>}
      {before && <span>{before}</span>}
      <span>{last}</span>
    </>
  );
}
