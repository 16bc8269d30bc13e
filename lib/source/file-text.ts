/** A piece of a packed file. Unpacked it has at most 8 MB, and that much may wait to be read. */
const PACKED_PIECE = 8192;

/** So many bytes show an XML declaration. */
const START = 200;

const XML_ENCODING = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

/**
 * The text of a file, whatever its name: unpacked where it begins like gzip, and decoded by its byte
 * order mark or XML declaration, otherwise as UTF-8. A byte that cannot be decoded becomes U+FFFD.
 * What is read of the text sets the pace, so that a small file that unpacks to a huge one costs no
 * memory. Rejects, or breaks off, where the bytes do or where they are no gzip after all.
 */
export async function fileText(bytes: ReadableStream<Uint8Array>): Promise<ReadableStream<string>> {
  const file = await withStart(bytes, 2);
  const isPacked = file.start[0] === 0x1f && file.start[1] === 0x8b;
  const plain = isPacked ? await withStart(unpacked(file.all), START) : file;
  const { start, all } = isPacked ? plain : await withStart(file.all, START);
  return all.pipeThrough(new TextDecoderStream(encodingOf(start)));
}

function unpacked(packed: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array> {
  const pieces = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      for (let at = 0; at < part.length; at += PACKED_PIECE) {
        controller.enqueue(part.subarray(at, at + PACKED_PIECE));
      }
    },
  });
  return packed.pipeThrough(pieces).pipeThrough(new DecompressionStream('gzip'));
}

/** The label of an encoding that `TextDecoder` knows. */
function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const [, declared = ''] = XML_ENCODING.exec(new TextDecoder('latin1').decode(start)) ?? [];
  try {
    const { encoding } = new TextDecoder(declared);
    // A declaration that can be read byte by byte is not in UTF-16.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}

/** The first bytes of a stream, fewer than so many only where it is shorter, and all of it once more. */
async function withStart(bytes: ReadableStream<Uint8Array>, length: number) {
  const reader = bytes.getReader();
  let start = new Uint8Array();
  while (start.length < length) {
    const { done, value } = await reader.read();
    if (done) break;
    const longer = new Uint8Array(start.length + value.length);
    longer.set(start);
    longer.set(value, start.length);
    start = longer;
  }
  const all = new ReadableStream<Uint8Array<ArrayBuffer>>({
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
