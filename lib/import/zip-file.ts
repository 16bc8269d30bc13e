import { Unzip, UnzipInflate } from 'fflate';
import { type Bytes, joinBytes } from './file-text';
import type { FileFault } from './found-addresses';

/** What `unpack` may still produce: unpacked bytes and members. `unpack` reduces both numbers. */
export interface Budget {
  bytes: number;
  members: number;
}

export interface Member {
  name: string;
  bytes: Bytes;
  /** Whether the file is incomplete or damaged. */
  isBroken: boolean;
}

/** In bytes. `unpack` checks the budget after each piece. 32 kB unpack to at most 32 MB. */
const PACKED_PIECE_LENGTH = 32_768;

/** Includes ignored entries. fflate needs quadratic time for the entries. */
const MAX_ENTRIES = 10_000;

/** Matches folders, and files that macOS adds to archives. */
const IGNORED_MEMBER = /\/$|^__MACOSX\/|(?:^|\/)\.(?:DS_Store|_)/;

/**
 * Matches members that only packages have: OpenDocument and EPUB, Office Open XML, Java, and the documents of
 * Apple's Numbers and Pages.
 */
const PACKAGE_MEMBER = /^(?:mimetype$|\[Content_Types\]\.xml$|META-INF\/|Index\/.*\.iwa$)/;

/** Whether an archive is one document, such as a text or a spreadsheet. */
export function isPackage(members: readonly Member[]): boolean {
  return members.some(({ name }) => PACKAGE_MEMBER.test(name));
}

/**
 * Unpacks a ZIP archive in memory, and reduces the budget. Paths in member names are harmless,
 * because no files are written.
 */
export function unpack(
  zip: Uint8Array,
  budget: Budget,
): { members: Member[]; fault: FileFault | null } {
  const members: { name: string; parts: Uint8Array[]; isBroken: boolean }[] = [];
  let fault: FileFault | null = null;
  // Bit 0 of the first member's flags means encryption, usually of all members.
  const isEncrypted = ((zip[6] ?? 0) & 1) === 1;
  if (isEncrypted) return { members: [], fault: 'encrypted' };
  let entries = 0;
  const unzip = new Unzip((file) => {
    entries += 1;
    if (entries > MAX_ENTRIES) fault ??= 'tooManyFiles';
    if (fault !== null || IGNORED_MEMBER.test(file.name)) return;
    if (budget.members === 0) {
      fault = 'tooManyFiles';
      return;
    }
    budget.members -= 1;
    const member = { name: decodedName(file.name), parts: [] as Uint8Array[], isBroken: false };
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
    for (let start = 0; start < zip.length && fault === null; start += PACKED_PIECE_LENGTH) {
      const end = start + PACKED_PIECE_LENGTH;
      unzip.push(zip.subarray(start, end), end >= zip.length);
    }
  } catch {
    fault ??= 'broken';
  }
  if (members.length === 0) fault ??= 'broken';
  return {
    members: members.map(({ name, parts, isBroken }) => ({
      name,
      bytes: joinBytes(parts),
      isBroken,
    })),
    fault,
  };
}

/** Some programs do not mark UTF-8 names. fflate decodes unmarked names as Latin-1. */
function decodedName(name: string): string {
  try {
    const bytes = Uint8Array.from(name, (character) => {
      const code = character.charCodeAt(0);
      if (code > 0xff) throw new RangeError('fflate has decoded the name as UTF-8.');
      return code;
    });
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return name;
  }
}
