import type { Sink } from './found-addresses';
import { linesOf } from './text-lines';

/** Matches `URL` and localised keys such as `URL[de]`, but not `BASEURL`. */
const ADDRESS_LINE = /^URL(?:\[[^\]]*\])?\s*=\s*(\S.*)/s;

/**
 * Reads a shortcut of Windows (`.url`) or of a Linux desktop (`.desktop`). Always returns true,
 * because `Format.start` identifies the format.
 */
export function readUrlFile(text: string, sink: Sink): boolean {
  let lines = 0;
  for (const line of linesOf(text)) {
    lines += 1;
    const [, address] = ADDRESS_LINE.exec(line) ?? [];
    if (address === undefined) continue;
    sink.addPage(address.trim());
    return true;
  }
  sink.addSourceWithoutAddresses('lines', [], lines);
  return true;
}
