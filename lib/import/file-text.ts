import type { FileFault } from './found-addresses';

export interface FileBytes {
  bytes: Bytes;
  /** Why reading stopped early; null if the file was read to the end. */
  fault: FileFault | null;
}

export type Bytes = Uint8Array<ArrayBuffer>;

/** Limit for an unpacked file in bytes: 50 MB, as in the sitemap protocol. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** The first bytes of a ZIP archive that has members. */
const ZIP = 'PK\x03\x04';

/** The first bytes of a PDF. Not every PDF contains a NUL near the start. */
const PDF = '%PDF-';

/** The first bytes of a binary property list. Link files of macOS have this format. */
const PROPERTY_LIST = 'bplist';

/** Bytes at the start of a file in which a NUL marks a binary file, as in Git. */
const NUL_SEARCH_LENGTH = 8000;

/**
 * Packed bytes per write, at most 8 MB unpacked. Between writes, `readAll` checks the file limit.
 */
const PACKED_PIECE = 8192;

/** Bytes at the start of a file that may contain a signature and an XML declaration. */
const SIGNATURE_LENGTH = 200;

const XML_ENCODING = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

/** Reads a file, and unpacks gzip. Never rejects: returns the bytes before an error. */
export async function fileBytes(file: ReadableStream<Uint8Array> | Blob): Promise<FileBytes> {
  const { bytes, fault } = await (file instanceof Blob ? readBlob(file) : readAll(file));
  // The first bytes of gzip (RFC 1952).
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { bytes, fault };
  const plain = await readAll(unpacked(bytes));
  return { bytes: plain.bytes, fault: fault ?? plain.fault };
}

/** Whether bytes begin like a ZIP archive. Workbooks are ZIP archives. */
export function isZip(bytes: Bytes): boolean {
  return startOf(bytes).startsWith(ZIP);
}

/**
 * Decodes bytes by the byte order mark or the XML declaration, otherwise as UTF-8 or Windows-1252.
 * Returns null if the file is binary.
 */
export function textOf(bytes: Bytes): string | null {
  const start = startOf(bytes);
  const encoding = encodingOf(start);
  const isBinary = encoding === null && bytes.subarray(0, NUL_SEARCH_LENGTH).includes(0);
  if (start.startsWith(PDF) || (isBinary && !start.startsWith(PROPERTY_LIST))) return null;
  return decoded(bytes, encoding);
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
  return { bytes: joined(parts), fault };
}

/** Returns one array with the bytes of all parts. */
export function joined(parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Unpacks a gzip file. Browsers unpack only the first member. */
function unpacked(bytes: Bytes): ReadableStream<Uint8Array> {
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  const write = async () => {
    // Each write waits until the previous piece is read. A small file cannot unpack to a huge file.
    for (let at = 0; at < bytes.length; at += PACKED_PIECE) {
      await writer.write(bytes.subarray(at, at + PACKED_PIECE));
    }
    await writer.close();
  };
  // An error in the file also rejects the read.
  write().catch(() => {});
  return readable;
}

function startOf(bytes: Bytes): string {
  return new TextDecoder('latin1').decode(bytes.subarray(0, SIGNATURE_LENGTH));
}

function decoded(bytes: Bytes, encoding: string | null): string {
  const text = new TextDecoder(encoding ?? 'utf-8').decode(bytes);
  if (encoding !== null || !text.includes('\ufffd')) return text;
  try {
    // `stream` ignores an incomplete character at the end of a truncated file.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns a label that `TextDecoder` accepts; null if the file states no encoding. */
function encodingOf(start: string): string | null {
  if (start.startsWith('\xff\xfe')) return 'utf-16le';
  if (start.startsWith('\xfe\xff')) return 'utf-16be';
  if (start.startsWith('\xef\xbb\xbf')) return 'utf-8';
  const [, declared] = XML_ENCODING.exec(start) ?? [];
  if (declared === undefined) return null;
  try {
    const { encoding } = new TextDecoder(declared);
    // A declaration that is readable byte by byte is not in UTF-16.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}
