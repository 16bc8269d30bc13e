import type { ComponentChildren } from 'preact';
import { addressParts } from '@/lib/url/short-address';

interface AddressProps {
  address: string;
  /** Whether the host is omitted, and the last part of the path emphasized. */
  isWithoutHost?: boolean;
  /** Content after the last part. */
  children?: ComponentChildren;
}

/**
 * The parent element needs `dir="ltr"` and the class `address`. Returns an array, because Preact draws an
 * array of children without the component that a fragment is.
 */
export function Address({ address, isWithoutHost = false, children }: AddressProps) {
  const { host, before, last } = addressParts(address);
  if (isWithoutHost && host !== '') {
    const hasLastSegment = last.startsWith('/') && last !== '/';
    return [
      <span key="before">{hasLastSegment ? `${before}/` : before}</span>,
      <strong key="last">{hasLastSegment ? last.slice(1) : last || '/'}</strong>,
    ];
  }
  return [
    host && <b key="host">{host}</b>,
    before && <span key="before">{before}</span>,
    <span key="last">
      {last}
      {children}
    </span>,
  ];
}
