import { Unzip, UnzipInflate } from 'fflate';
import type { FileFault } from './found-addresses';

/** What may be unpacked of a file, all together: as the sitemap protocol has it for one. */
export interface Budget {
  bytes: number;
  members: number;
}

/** A file in an archive. */
export interface Member {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  isBroken: boolean;
}

/** So many packed bytes at a time unpack to 32 MB at most. */
const PACKED_PIECE = 32_768;

/** Folders, and what macOS puts in beside files. */
const NO_FILE = /\/$|^__MACOSX\/|(?:^|\/)\.(?:DS_Store|_)/;

/**
 * Unpacks a ZIP archive as far as a budget goes, which it takes from. Names lead nowhere: nothing is
 * written.
 */
export function unpack(
  zip: Uint8Array,
  budget: Budget,
): { members: Member[]; fault: FileFault | null } {
  const members: { name: string; parts: Uint8Array[]; isBroken: boolean }[] = [];
  let fault: FileFault | null = null;
  // The first bit of its flags; one password is for all of it.
  if (((zip[6] ?? 0) & 1) === 1) return { members: [], fault: 'encrypted' };
  const unzip = new Unzip((file) => {
    if (fault !== null || NO_FILE.test(file.name)) return;
    if (budget.members === 0) {
      fault = 'tooManyFiles';
      return;
    }
    budget.members -= 1;
    const member = { name: readableName(file.name), parts: [] as Uint8Array[], isBroken: false };
    members.push(member);
    file.ondata = (error, data) => {
      if (error) member.isBroken = true;
      if (error || fault !== null) return;
      budget.bytes -= data.length;
      if (budget.bytes < 0) fault = 'tooLarge';
      else member.parts.push(data);
    };
    try {
      file.start();
    } catch {
      member.isBroken = true;
    }
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < zip.length && fault === null; at += PACKED_PIECE) {
      unzip.push(zip.subarray(at, at + PACKED_PIECE), at + PACKED_PIECE >= zip.length);
    }
  } catch {
    fault ??= 'broken';
  }
  if (members.length === 0) fault ??= 'broken';
  return {
    members: members.map(({ parts, ...rest }) => ({ ...rest, bytes: joined(parts) })),
    fault,
  };
}

/** Some programs write UTF-8, and do not say so. */
function readableName(name: string): string {
  try {
    const bytes = Uint8Array.from(name, (character) => {
      const code = character.charCodeAt(0);
      if (code > 0xff) throw new RangeError('not of single bytes');
      return code;
    });
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return name;
  }
}

/** Parts of bytes as one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
