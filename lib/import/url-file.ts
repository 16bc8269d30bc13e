import type { Sink } from './found-addresses';
import { linesOf } from './text-lines';

/** Matches the line with the address of a shortcut, but not `BASEURL` or `IconFile`. */
const LINE = /^URL(?:\[[^\]]*\])?\s*=\s*(\S.*)/s;

/**
 * Reads the address of a shortcut of Windows (`.url`) or of a Linux desktop (`.desktop`).
 * @returns always true: the header that `formats.ts` has matched identifies the format, even if the
 *   shortcut has no address
 */
export function readUrlFile(text: string, sink: Sink): boolean {
  let lines = 0;
  for (const line of linesOf(text)) {
    lines += 1;
    const [, address] = LINE.exec(line) ?? [];
    if (address === undefined) continue;
    sink.page(address.trim());
    return true;
  }
  sink.noAddresses('lines', [], lines);
  return true;
}
