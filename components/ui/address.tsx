import type { ComponentChildren } from 'preact';
import { addressParts } from '@/lib/url/short-address';

interface AddressProps {
  address: string;
  /** Whether the host goes without saying: then the last part of the path stands out. */
  isPathAlone?: boolean;
  /** What follows in its last part. */
  children?: ComponentChildren;
}

/**
 * The parts of an address, in an element that runs left to right. That element's class `address` makes them
 * one line, in which the part before the last gives way.
 */
export function Address({ address, isPathAlone = false, children }: AddressProps) {
  const { host, before, last } = addressParts(address);
  if (isPathAlone && host !== '') {
    const hasName = last.startsWith('/') && last !== '/';
    return (
      <>
        <span>{hasName ? `${before}/` : before}</span>
        <strong>{hasName ? last.slice(1) : last || '/'}</strong>
      </>
    );
  }
  return (
    <>
      {host && <b>{host}</b>}
      {before && <span>{before}</span>}
      <span>
        {last}
        {children}
      </span>
    </>
  );
}
