import type { Sink } from './found-addresses';
import { linesOf } from './text-lines';

// Does not match `BASEURL` or `IconFile`.
const ADDRESS_LINE = /^URL(?:\[[^\]]*\])?\s*=\s*(\S.*)/s;

/**
 * Reads a shortcut of Windows (`.url`) or of a Linux desktop (`.desktop`). Always returns true,
 * because `Format.start` has identified the format.
 */
export function readUrlFile(text: string, sink: Sink): boolean {
  let lines = 0;
  for (const line of linesOf(text)) {
    lines += 1;
    const [, address] = ADDRESS_LINE.exec(line) ?? [];
    if (address === undefined) continue;
    sink.page(address.trim());
    return true;
  }
  sink.noAddresses('lines', [], lines);
  return true;
}
