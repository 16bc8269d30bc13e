import type { FileFault } from './found-addresses';

/** The content of a file. */
export interface FileBytes {
  bytes: Bytes;
  /** Why reading stopped early; null if the file was read to the end. */
  fault: FileFault | null;
}

export type Bytes = Uint8Array<ArrayBuffer>;

/** Limit for an unpacked file, from the sitemap protocol: 50 MB. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** The first bytes of a ZIP archive, except an empty one. */
const ZIP = 'PK\x03\x04';

/** The first bytes of a PDF. A search for NUL does not find every PDF. */
const PDF = '%PDF-';

/** The first bytes of a binary property list, the format of link files on macOS. */
const PROPERTY_LIST = 'bplist';

/** Number of bytes in which a NUL shows that a file is binary. Git uses the same number. */
const NUL_SEARCH_LENGTH = 8000;

/** Packed bytes per write, at most 8 MB unpacked. After each write, `readAll` checks the limit. */
const PACKED_PIECE = 8192;

/** Number of bytes in which a signature and an XML declaration are searched. */
const SIGNATURE_LENGTH = 200;

const XML_ENCODING = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

/** Reads a file, and unpacks gzip. Never rejects: after an error, returns the bytes read so far. */
export async function fileBytes(file: ReadableStream<Uint8Array> | Blob): Promise<FileBytes> {
  const { bytes, fault } = await (file instanceof Blob ? readBlob(file) : readAll(file));
  // The first bytes of gzip (RFC 1952).
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) return { bytes, fault };
  const unpacked = await readAll(unpack(bytes));
  return { bytes: unpacked.bytes, fault: fault ?? unpacked.fault };
}

/** Whether bytes begin like a ZIP archive. A workbook is a ZIP archive, too. */
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
  return { bytes: joined(parts), fault };
}

/** Returns one array with the bytes of all parts. */
export function joined(parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Unpacks a gzip file. Of several members, browsers unpack only the first one. */
function unpack(bytes: Bytes): ReadableStream<Uint8Array> {
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  const write = async () => {
    // Each write waits until the previous piece is read. Otherwise a small file could fill the
    // memory.
    for (let at = 0; at < bytes.length; at += PACKED_PIECE) {
      await writer.write(bytes.subarray(at, at + PACKED_PIECE));
    }
    await writer.close();
  };
  // An error in the file also rejects the read of `readable`.
  write().catch(() => {});
  return readable;
}

/** Returns the first bytes as text. Each byte becomes one character. */
function startOf(bytes: Bytes): string {
  return new TextDecoder('latin1').decode(bytes.subarray(0, SIGNATURE_LENGTH));
}

function decode(bytes: Bytes, encoding: string | null): string {
  const text = new TextDecoder(encoding ?? 'utf-8').decode(bytes);
  if (encoding !== null || !text.includes('\ufffd')) return text;
  try {
    // With `stream`, an incomplete character at the end of a truncated file is no error.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Returns the encoding that a byte order mark or an XML declaration states; null if there is
 * neither. `TextDecoder` accepts the returned name.
 */
function encodingOf(start: string): string | null {
  if (start.startsWith('\xff\xfe')) return 'utf-16le';
  if (start.startsWith('\xfe\xff')) return 'utf-16be';
  if (start.startsWith('\xef\xbb\xbf')) return 'utf-8';
  const [, declared] = XML_ENCODING.exec(start) ?? [];
  if (declared === undefined) return null;
  try {
    const { encoding } = new TextDecoder(declared);
    // The declaration was read byte by byte, so the file cannot be UTF-16.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}
