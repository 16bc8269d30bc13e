import type { Sink } from './found-addresses';

/** The line of a shortcut that says where it leads: `BASEURL` and `IconFile` do not. */
const LINE = /^URL(?:\[[^\]\r\n]*\])?[^\S\n]*=[^\S\n]*(\S[^\r\n]*)/m;

/** Reads the shortcut of Windows (`.url`) or of a Linux desktop (`.desktop`). */
export function readUrlFile(text: string, sink: Sink): boolean {
  const [, address] = LINE.exec(text) ?? [];
  if (address === undefined) sink.holdsNone('lines', [], text.split('\n').length);
  else sink.page(address.trim());
  return true;
}
