import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { addressRoom } from '@/components/text/address-room';
import type { AddressRoom } from '@/components/text/short-address';

/**
 * What fits into a table's column of addresses, however wide the window is.
 * @param table its first child is the row of headers
 */
export function useAddressColumn(table: RefObject<HTMLElement | null>, column: number) {
  const [room, setRoom] = useState<AddressRoom>({ room: 0 });
  useLayoutEffect(() => {
    const header = table.current?.firstElementChild?.children[column];
    if (!header) return;
    const observer = new ResizeObserver(() => setRoom(addressRoom(header.clientWidth, header)));
    observer.observe(header);
    return () => observer.disconnect();
  }, []);
  return room;
}
