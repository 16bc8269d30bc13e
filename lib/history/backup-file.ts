import {
  BackupError,
  type BackupHistory,
  type BackupLine,
  type BackupRecord,
  type BackupSettings,
  isReadable,
  lineText,
  NO_RECORDS,
  type RecordCounts,
  readLine,
  readLines,
  withRecords,
} from './backup-format';

/** Limit of a line in UTF-16 code units. The line of a ticket with 500 pages is much shorter. */
const LONGEST_LINE = 4_000_000;

/** The content of a new backup. */
export interface BackupSource {
  /** ISO 8601. */
  savedAt: string;
  settings: BackupSettings;
  histories: readonly BackupHistory[];
  /** Returns the records of a history in the order of `RECORD_KINDS`, in parts. */
  readRecords(history: BackupHistory): AsyncIterable<readonly BackupRecord[]>;
}

export interface WrittenBackup {
  file: Blob;
  counts: RecordCounts;
  /** The number of omitted records. A backup with these records could not be read. */
  unreadable: number;
}

/**
 * Writes a backup.
 * @param onProgress called with the number of records so far
 */
export async function writeBackup(
  source: BackupSource,
  signal: AbortSignal,
  onProgress: (records: number) => void,
): Promise<WrittenBackup> {
  let counts = NO_RECORDS;
  let written = 0;
  let unreadable = 0;

  async function* texts(): AsyncGenerator<string> {
    const { savedAt, settings, histories } = source;
    yield textOf([{ kind: 'header', savedAt }]);
    yield checkedText({ kind: 'settings', settings });
    for (const history of histories) {
      yield checkedText({ kind: 'history', history });
      for await (const part of source.readRecords(history)) {
        signal.throwIfAborted();
        const records = part.filter(isReadable);
        counts = withRecords(counts, records);
        unreadable += part.length - records.length;
        written += part.length;
        yield textOf(records.map((record) => ({ kind: 'record', record })));
        onProgress(written);
      }
    }
    yield textOf([{ kind: 'end', counts }]);
  }

  return { file: await packTexts(texts()), counts, unreadable };
}

/** @throws if a backup with the line could not be read */
function checkedText(line: BackupLine): string {
  const text = textOf([line]);
  if (readLine(text) === null) throw new Error(`A line cannot be read: ${line.kind}`);
  return text;
}

function textOf(lines: readonly BackupLine[]): string {
  return lines.map((line) => `${lineText(line)}\n`).join('');
}

/** Packs a text with gzip. Only the packed bytes are in memory. */
async function packTexts(texts: AsyncIterable<string>): Promise<Blob> {
  const { readable, writable } = new CompressionStream('gzip');
  const chunks: BlobPart[] = [];
  const collecting = collect(readable, chunks);
  // Prevents an unhandled rejection. The errors below and `await collecting` report the failure.
  collecting.catch(() => {});
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  try {
    for await (const text of texts) await writer.write(encoder.encode(text));
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
    throw error;
  }
  await collecting;
  return new Blob(chunks, { type: 'application/gzip' });
}

async function collect(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  chunks: BlobPart[],
): Promise<void> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    chunks.push(value);
  }
}

/**
 * Reads the lines of a backup strictly.
 * @param onProgress called with the number of packed bytes so far
 * @throws BackupError, or the reason of the signal
 */
export function readBackup(
  file: Blob,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): AsyncGenerator<BackupLine> {
  return readLines(textLines(file, signal, onProgress));
}

/** Unpacks a file, and returns its lines. A final line break does not begin an empty line. */
async function* textLines(
  file: Blob,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): AsyncGenerator<string> {
  const reader = unpackedStream(file, onProgress).getReader();
  let lines = 0;
  let unfinishedLine = '';
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new BackupError({ code: readProblem(error, lines) });
      });
      if (done) break;
      const [first = '', ...others] = value.split('\n');
      unfinishedLine += first;
      for (const other of others) {
        lines += 1;
        yield unfinishedLine;
        unfinishedLine = other;
      }
      if (unfinishedLine.length > LONGEST_LINE) {
        throw new BackupError(
          lines === 0 ? { code: 'notBackup' } : { code: 'brokenLine', line: lines + 1 },
        );
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
  if (unfinishedLine !== '') yield unfinishedLine;
}

/** Returns the problem behind a read error. Truncated and damaged files cause the same error. */
function readProblem(error: unknown, lines: number): 'unreadable' | 'notBackup' | 'truncated' {
  const { name } = error as Error;
  // `Blob.stream` throws errors with these names.
  if (name === 'NotReadableError' || name === 'NotFoundError') return 'unreadable';
  return lines === 0 ? 'notBackup' : 'truncated';
}

function unpackedStream(file: Blob, onProgress: (bytes: number) => void): ReadableStream<string> {
  let bytes = 0;
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      onProgress(bytes);
      controller.enqueue(chunk);
    },
  });
  return file
    .stream()
    .pipeThrough(count)
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(new TextDecoderStream('utf-8', { fatal: true }));
}
