import type { FileFault } from './found-addresses';

export interface FileBytes {
  bytes: Bytes;
  /** Why reading stopped early; null if the file was read to the end. */
  fault: FileFault | null;
}

export type Bytes = Uint8Array<ArrayBuffer>;

/** 50 MB, the limit of the sitemap protocol for an unpacked file. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;

const ZIP_SIGNATURE = 'PK\x03\x04';

/** A PDF may contain no NUL. */
const PDF_SIGNATURE = '%PDF-';

/** A link file on macOS is a binary property list. */
const PROPERTY_LIST_SIGNATURE = 'bplist';

/**
 * A NUL in the first 8,000 bytes shows that a file is binary or UTF-16. For binary files, Git has the same
 * rule.
 */
const NUL_SEARCH_LENGTH = 8000;

/** In bytes. `readAll` checks the limit after each piece. 8 kB unpack to at most 8 MB. */
const PACKED_PIECE_LENGTH = 8192;

/** In bytes, for a file signature and an XML declaration. */
const SIGNATURE_LENGTH = 200;

const XML_ENCODING = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

/** Reads a file, and unpacks gzip. After an error, resolves with the bytes before the error. */
export async function fileBytes(file: ReadableStream<Uint8Array> | Blob): Promise<FileBytes> {
  const { bytes, fault } = await (file instanceof Blob ? readBlob(file) : readAll(file));
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b; // RFC 1952
  if (!isGzip) return { bytes, fault };
  const unpacked = await readAll(unpack(bytes));
  return { bytes: unpacked.bytes, fault: fault ?? unpacked.fault };
}

/** Whether a file is a ZIP archive, which includes workbooks. */
export function isZip(bytes: Bytes): boolean {
  return startOf(bytes).startsWith(ZIP_SIGNATURE);
}

/**
 * Returns the text of a file; null for a binary file. Uses the encoding of the byte order mark or
 * XML declaration, otherwise UTF-16, UTF-8 or Windows-1252.
 */
export function textOf(bytes: Bytes): string | null {
  const start = startOf(bytes);
  if (start.startsWith(PDF_SIGNATURE)) return null;
  const encoding = encodingOf(start) ?? utf16WithoutMark(bytes);
  const isBinary = encoding === null && bytes.subarray(0, NUL_SEARCH_LENGTH).includes(0);
  if (isBinary && !start.startsWith(PROPERTY_LIST_SIGNATURE)) return null;
  return decode(bytes, encoding);
}

async function readBlob(file: Blob): Promise<FileBytes> {
  try {
    const bytes = new Uint8Array(await file.slice(0, MAX_FILE_BYTES).arrayBuffer());
    return { bytes, fault: file.size > MAX_FILE_BYTES ? 'tooLarge' : null };
  } catch {
    return { bytes: new Uint8Array(), fault: 'broken' };
  }
}

async function readAll(file: ReadableStream<Uint8Array>): Promise<FileBytes> {
  const parts: Uint8Array[] = [];
  let size = 0;
  let fault: FileFault | null = null;
  try {
    for await (const part of file) {
      parts.push(part);
      size += part.length;
      if (size > MAX_FILE_BYTES) {
        fault = 'tooLarge';
        break;
      }
    }
  } catch {
    fault = 'broken';
  }
  return { bytes: joinBytes(parts), fault };
}

export function joinBytes(parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Unpacks gzip. Of several gzip members, browsers unpack only the first. */
function unpack(bytes: Bytes): ReadableStream<Uint8Array> {
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  const write = async () => {
    // `write` waits for the reader, so that a small file cannot unpack into the whole memory.
    for (let start = 0; start < bytes.length; start += PACKED_PIECE_LENGTH) {
      await writer.write(bytes.subarray(start, start + PACKED_PIECE_LENGTH));
    }
    await writer.close();
  };
  // An error in the file also rejects reads of `readable`.
  write().catch(() => {});
  return readable;
}

/**
 * Returns the encoding of UTF-16 without a byte order mark; otherwise null. In UTF-16, one byte of each ASCII
 * character is NUL. Tables and addresses consist mostly of ASCII.
 */
function utf16WithoutMark(bytes: Bytes): string | null {
  const length = Math.min(bytes.length, NUL_SEARCH_LENGTH) & ~1;
  let bigEndian = 0;
  let littleEndian = 0;
  for (let index = 0; index < length; index += 2) {
    const first = bytes[index];
    const second = bytes[index + 1];
    if (first === 0 && second === 0) return null;
    if (first === 0) bigEndian += 1;
    else if (second === 0) littleEndian += 1;
  }
  const isMostlyAscii = bigEndian + littleEndian > length / 8;
  if (!isMostlyAscii) return null;
  if (littleEndian > bigEndian * 10) return 'utf-16le';
  return bigEndian > littleEndian * 10 ? 'utf-16be' : null;
}

/** Returns the first bytes as text, with one character for each byte. */
function startOf(bytes: Bytes): string {
  return new TextDecoder('latin1').decode(bytes.subarray(0, SIGNATURE_LENGTH));
}

function decode(bytes: Bytes, encoding: string | null): string {
  const text = new TextDecoder(encoding ?? 'utf-8').decode(bytes);
  if (encoding !== null || !text.includes('\ufffd')) return text;
  try {
    // `stream` permits an incomplete character at the end of a truncated file.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns the encoding that a file declares, as `TextDecoder` names it; null if absent. */
function encodingOf(start: string): string | null {
  if (start.startsWith('\xff\xfe')) return 'utf-16le';
  if (start.startsWith('\xfe\xff')) return 'utf-16be';
  if (start.startsWith('\xef\xbb\xbf')) return 'utf-8';
  const [, declared] = XML_ENCODING.exec(start) ?? [];
  if (declared === undefined) return null;
  try {
    const { encoding } = new TextDecoder(declared);
    // `start` has one character per byte, so a readable declaration is not UTF-16.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}
