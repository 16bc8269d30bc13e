import type { FileFault } from './found-addresses';

export interface FileBytes {
  bytes: Bytes;
  /** Why reading stopped early; null if the file was read to the end. */
  fault: FileFault | null;
}

export type Bytes = Uint8Array<ArrayBuffer>;

/** 50 MB, the limit of the sitemap protocol for an unpacked file. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** The first bytes of any ZIP archive with a member. */
const ZIP = 'PK\x03\x04';

/** The first bytes of a PDF, which may contain no NUL. */
const PDF = '%PDF-';

/** The first bytes of a binary property list, which is a link file on macOS. */
const PROPERTY_LIST = 'bplist';

/** Number of bytes in which a NUL shows that a file is binary, as in Git. */
const NUL_SEARCH_LENGTH = 8000;

/** Packed bytes per write: at most 8 MB unpacked, before `readAll` checks the limit. */
const PACKED_PIECE = 8192;

/** Number of bytes that may contain a signature and an XML declaration. */
const SIGNATURE_LENGTH = 200;

const XML_ENCODING = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

/** Reads a file, and unpacks gzip. Never rejects: an error keeps the bytes so far. */
export async function fileBytes(file: ReadableStream<Uint8Array> | Blob): Promise<FileBytes> {
  const { bytes, fault } = await (file instanceof Blob ? readBlob(file) : readAll(file));
  // The signature of gzip (RFC 1952).
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) return { bytes, fault };
  const unpacked = await readAll(unpack(bytes));
  return { bytes: unpacked.bytes, fault: fault ?? unpacked.fault };
}

/** Whether bytes are a ZIP archive. A workbook is a ZIP archive too. */
export function isZip(bytes: Bytes): boolean {
  return startOf(bytes).startsWith(ZIP);
}

/** Decodes by byte order mark or XML declaration, else UTF-8 or Windows-1252; null if binary. */
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

export function joined(parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Browsers unpack only the first of several gzip members. */
function unpack(bytes: Bytes): ReadableStream<Uint8Array> {
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  const write = async () => {
    // Each write waits for the reader. Otherwise a small file could fill the memory.
    for (let at = 0; at < bytes.length; at += PACKED_PIECE) {
      await writer.write(bytes.subarray(at, at + PACKED_PIECE));
    }
    await writer.close();
  };
  // An error in the file also rejects the read of `readable`.
  write().catch(() => {});
  return readable;
}

/** Returns the first bytes as Latin-1: one character per byte. */
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

/** Returns the stated encoding as `TextDecoder` names it; null if the text states none. */
function encodingOf(start: string): string | null {
  if (start.startsWith('\xff\xfe')) return 'utf-16le';
  if (start.startsWith('\xfe\xff')) return 'utf-16be';
  if (start.startsWith('\xef\xbb\xbf')) return 'utf-8';
  const [, declared] = XML_ENCODING.exec(start) ?? [];
  if (declared === undefined) return null;
  try {
    const { encoding } = new TextDecoder(declared);
    // In UTF-16, the declaration would not match byte by byte.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}
