import type { ComponentChildren } from 'preact';
import { addressParts } from '@/lib/url/short-address';

interface AddressProps {
  address: string;
  /** Whether the host is omitted, and the last part of the path emphasized. */
  isWithoutHost?: boolean;
  /** Content after the last part. */
  children?: ComponentChildren;
}

/** The parent element needs `dir="ltr"` and the class `address`. */
export function Address({ address, isWithoutHost = false, children }: AddressProps) {
  const { host, before, last } = addressParts(address);
  if (isWithoutHost && host !== '') {
    const hasLastSegment = last.startsWith('/') && last !== '/';
    return (
      <>
        <span>{hasLastSegment ? `${before}/` : before}</span>
        <strong>{hasLastSegment ? last.slice(1) : last || '/'}</strong>
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
