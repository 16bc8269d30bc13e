import type { FileFault } from './found-addresses';

/** What could be read of a file; `fault` is null where that is all of it. */
export interface FileBytes {
  bytes: Bytes;
  fault: FileFault | null;
}

export type Bytes = Uint8Array<ArrayBuffer>;

/** As the sitemap protocol has it: 50 MB unpacked. */
const LONGEST_FILE = 50 * 1024 * 1024;

/** How ZIP archives and workbooks begin. */
const ZIP = 'PK\x03\x04';

/** How a document begins that may be text at first, and a Mac's link, whose address stands there as text. */
const PDF = '%PDF-';
const PROPERTY_LIST = 'bplist';

/** As Git does: pictures, archives, programs and older workbooks have a NUL among so many bytes, and texts none. */
const FIRST_BYTES = 8000;

/** So many packed bytes at a time unpack to 8 MB at most. */
const PACKED_PIECE = 8192;

/** So many bytes show an XML declaration. */
const START = 200;

const XML_ENCODING = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

/** Reads a file, whatever its name: unpacked where it begins like gzip. Never rejects: what was read before it breaks off is kept. */
export async function fileBytes(file: ReadableStream<Uint8Array> | Blob): Promise<FileBytes> {
  const { bytes, fault } = await (file instanceof Blob ? readBlob(file) : readAll(file));
  // Gzip begins so (RFC 1952).
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { bytes, fault };
  const plain = await readAll(unpacked(bytes));
  return { bytes: plain.bytes, fault: fault ?? plain.fault };
}

/** Whether bytes begin like a ZIP archive, as workbooks do. */
export function isZip(bytes: Bytes): boolean {
  return startOf(bytes).startsWith(ZIP);
}

/**
 * The text that bytes are, decoded by its byte order mark or its XML declaration, otherwise as UTF-8 or else
 * as Windows-1252; null where they are of a kind that holds no text.
 */
export function textOf(bytes: Bytes): string | null {
  const start = startOf(bytes);
  const encoding = encodingOf(start);
  const isBinary = encoding === null && bytes.subarray(0, FIRST_BYTES).includes(0);
  if (start.startsWith(PDF) || (isBinary && !start.startsWith(PROPERTY_LIST))) return null;
  return decoded(bytes, encoding);
}

async function readBlob(file: Blob): Promise<FileBytes> {
  try {
    const bytes = new Uint8Array(await file.slice(0, LONGEST_FILE).arrayBuffer());
    return { bytes, fault: file.size > LONGEST_FILE ? 'tooLarge' : null };
  } catch {
    return { bytes: new Uint8Array(), fault: 'broken' };
  }
}

async function readAll(file: ReadableStream<Uint8Array>) {
  const parts: Uint8Array[] = [];
  let size = 0;
  let fault: FileFault | null = null;
  try {
    for await (const part of file) {
      parts.push(part);
      size += part.length;
      if (size > LONGEST_FILE) {
        fault = 'tooLarge';
        break;
      }
    }
  } catch {
    fault = 'broken';
  }
  const bytes: Bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { bytes, fault };
}

/** The content of a gzip file: of its first member, behind which browsers take nothing more. */
function unpacked(bytes: Bytes): ReadableStream<Uint8Array> {
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  const write = async () => {
    // A piece waits until the former one is read, so that a small file cannot unpack to a huge one.
    for (let at = 0; at < bytes.length; at += PACKED_PIECE) {
      await writer.write(bytes.subarray(at, at + PACKED_PIECE));
    }
    await writer.close();
  };
  // What is wrong with the file rejects the reading as well.
  write().catch(() => {});
  return readable;
}

function startOf(bytes: Bytes): string {
  return new TextDecoder('latin1').decode(bytes.subarray(0, START));
}

function decoded(bytes: Bytes, encoding: string | null): string {
  const text = new TextDecoder(encoding ?? 'utf-8').decode(bytes);
  if (encoding !== null || !text.includes('\ufffd')) return text;
  try {
    // A file that breaks off may do so within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The label of an encoding that `TextDecoder` knows; null where a file does not tell. */
function encodingOf(start: string): string | null {
  if (start.startsWith('\xff\xfe')) return 'utf-16le';
  if (start.startsWith('\xfe\xff')) return 'utf-16be';
  if (start.startsWith('\xef\xbb\xbf')) return 'utf-8';
  const [, declared] = XML_ENCODING.exec(start) ?? [];
  if (declared === undefined) return null;
  try {
    const { encoding } = new TextDecoder(declared);
    // A declaration that can be read byte by byte is not in UTF-16.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}
