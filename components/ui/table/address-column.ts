import { useLayoutEffect, useState } from 'preact/hooks';
import { addressRoom } from '@/components/text/address-room';
import type { AddressRoom } from '@/components/text/short-address';
import type { VirtualRows } from './virtual-rows';

/** What fits into a table's column of addresses, however wide the window is. */
export function useAddressColumn({ scroller, drawn }: VirtualRows, column: number) {
  const [room, setRoom] = useState<AddressRoom>({ room: 0 });
  const hasRows = drawn.length > 0;
  useLayoutEffect(() => {
    const table = scroller.current;
    if (!table) return;
    let width = 0;
    const measure = () => {
      // Not the head's, whose cells are others where a row has two lines.
      const cell = table.querySelector('.bulk-row')?.children[column];
      if (!cell || cell.clientWidth === width) return;
      width = cell.clientWidth;
      setRoom(addressRoom(width, cell));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(table);
    return () => observer.disconnect();
  }, [hasRows]);
  return room;
}
