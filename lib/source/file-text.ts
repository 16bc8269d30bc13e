/** A piece of a packed file. Unpacked it has at most 8 MB, and that much may wait to be read. */
const PACKED_PIECE = 8192;

/** So many bytes show an XML declaration. */
const START = 200;

const XML_ENCODING = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

/** How each of a gzip file's members begins (RFC 1952): `cat` makes one file of several. */
const MEMBER = [0x1f, 0x8b, 8];

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The text of a file, whatever its name: unpacked where it begins like gzip, and decoded by its byte
 * order mark or XML declaration, otherwise as UTF-8, or as Windows-1252 where the first bytes beyond
 * ASCII are no UTF-8. A byte that cannot be decoded becomes U+FFFD. What is read of the text sets the
 * pace, so that a small file that unpacks to a huge one costs no memory. Rejects, or breaks off, where
 * the bytes do or where they are no gzip after all.
 */
export async function fileText(bytes: ReadableStream<Uint8Array>): Promise<ReadableStream<string>> {
  const file = await withStart(bytes, MEMBER.length);
  const isPacked = file.start[0] === MEMBER[0] && file.start[1] === MEMBER[1];
  const plain = isPacked ? await withStart(unpacked(file.all), START) : file;
  const { start, all } = isPacked ? plain : await withStart(file.all, START);
  return all.pipeThrough(decoding(encodingOf(start)));
}

function unpacked(packed: ReadableStream<Bytes>): ReadableStream<Bytes> {
  const pieces = packed.pipeThrough(inPieces()).getReader();
  const members = unpackedMembers(pieces);
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const { done, value } = await members.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => pieces.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/**
 * Browsers unpack one member, and refuse the piece behind its end. All that was unpacked has been read
 * by then, since a piece is taken only when more is asked for, and each member begins a piece.
 */
async function* unpackedMembers(pieces: ReadableStreamDefaultReader<Bytes>) {
  let piece = await pieces.read();
  while (!piece.done) {
    const { value: first } = piece;
    const { readable, writable } = new DecompressionStream('gzip');
    const writer = writable.getWriter();
    const write = async () => {
      for (; !piece.done; piece = await pieces.read()) await writer.write(piece.value);
      await writer.close();
    };
    write().catch(() => {});
    try {
      yield* readable;
    } catch (error) {
      const isNext = piece.value !== first && piece.value && memberAt(piece.value, 0) === 0;
      if (!isNext) throw error;
    }
  }
}

/** Cuts bytes into pieces of which each member begins one. */
function inPieces(): TransformStream<Bytes, Bytes> {
  let rest: Bytes = new Uint8Array();
  return new TransformStream({
    transform(part, controller) {
      const bytes = joined(rest, part);
      let at = 0;
      // The next part may show that the last bytes of this one begin a member.
      while (bytes.length - at >= MEMBER.length) {
        const end = Math.min(at + PACKED_PIECE, bytes.length - MEMBER.length + 1);
        const next = memberAt(bytes.subarray(0, end + MEMBER.length - 1), at + 1);
        const piece = bytes.subarray(at, next < 0 ? end : next);
        controller.enqueue(piece);
        at += piece.length;
      }
      rest = bytes.slice(at);
    },
    flush: (controller) => controller.enqueue(rest),
  });
}

/** Where a member may begin, from there on; -1 where none does. */
function memberAt(bytes: Bytes, from: number): number {
  let at = bytes.indexOf(0x1f, from);
  while (at >= 0 && !MEMBER.every((byte, index) => bytes[at + index] === byte)) {
    at = bytes.indexOf(0x1f, at + 1);
  }
  return at;
}

/** Decodes a file; without an encoding, by the first part that is not in ASCII. */
function decoding(encoding: string | null): TransformStream<Bytes, string> {
  let decoder = encoding === null ? null : new TextDecoder(encoding);
  return new TransformStream({
    transform(part, controller) {
      decoder ??= part.some((byte) => byte > 127) ? new TextDecoder(guessed(part)) : null;
      const text = (decoder ?? new TextDecoder()).decode(part, { stream: decoder !== null });
      controller.enqueue(text);
    },
    flush: (controller) => controller.enqueue(decoder?.decode() ?? ''),
  });
}

function guessed(part: Bytes): string {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(part, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The label of an encoding that `TextDecoder` knows; null where a file does not tell. */
function encodingOf(start: Bytes): string | null {
  const [first, second, third, fourth] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Letters of ASCII in UTF-16, without a byte order mark.
  if (first && second === 0 && third && fourth === 0) return 'utf-16le';
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be';
  const [, declared] = XML_ENCODING.exec(new TextDecoder('latin1').decode(start)) ?? [];
  if (declared === undefined) return null;
  try {
    const { encoding } = new TextDecoder(declared);
    // A declaration that can be read byte by byte is not in UTF-16.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}

function joined(one: Bytes, other: Bytes): Bytes {
  if (one.length === 0) return other;
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

/** The first bytes of a stream, fewer than so many only where it is shorter, and all of it once more. */
async function withStart(bytes: ReadableStream<Uint8Array>, length: number) {
  const reader = bytes.getReader();
  let start: Bytes = new Uint8Array();
  while (start.length < length) {
    const { done, value } = await reader.read();
    if (done) break;
    start = joined(start, new Uint8Array(value));
  }
  const all = new ReadableStream<Bytes>({
    start: (controller) => (start.length > 0 ? controller.enqueue(start) : undefined),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { start, all };
}
