import { Unzip, UnzipInflate } from 'fflate';
import { type Bytes, joined } from './file-text';
import type { FileFault } from './found-addresses';

/** Bytes and members that may still be unpacked. */
export interface Budget {
  bytes: number;
  members: number;
}

/** A file in an archive. */
export interface Member {
  name: string;
  bytes: Bytes;
  /** Whether the file is cut off or damaged. */
  isBroken: boolean;
}

/** Packed bytes per push, which unpack to at most 32 MB. */
const PACKED_PIECE = 32_768;

/** Folders, and files that macOS adds to archives. */
const NO_FILE = /\/$|^__MACOSX\/|(?:^|\/)\.(?:DS_Store|_)/;

/**
 * Unpacks a ZIP archive within a budget, and reduces the budget. Paths in member names have no
 * effect, because `unpack` writes no files.
 */
export function unpack(
  zip: Uint8Array,
  budget: Budget,
): { members: Member[]; fault: FileFault | null } {
  const members: { name: string; parts: Uint8Array[]; isBroken: boolean }[] = [];
  let fault: FileFault | null = null;
  // Bit 0 of the flags of the first member. One password protects the whole archive.
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
    members: members.map(({ name, parts, isBroken }) => ({ name, bytes: joined(parts), isBroken })),
    fault,
  };
}

/** Decodes a name as UTF-8 if possible. Some programs do not set the flag for UTF-8. */
function readableName(name: string): string {
  try {
    const bytes = Uint8Array.from(name, (character) => {
      const code = character.charCodeAt(0);
      if (code > 0xff) throw new RangeError('The name is already decoded.');
      return code;
    });
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return name;
  }
}
