import type { Sink } from './found-addresses';
import { linesOf } from './text-lines';

/** Matches the line with the address of a shortcut, but not `BASEURL` or `IconFile`. */
const ADDRESS_LINE = /^URL(?:\[[^\]]*\])?\s*=\s*(\S.*)/s;

/**
 * Reads the address of a shortcut of Windows (`.url`) or of a Linux desktop (`.desktop`).
 * @returns always true, because `Format.start` has already identified the format
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
