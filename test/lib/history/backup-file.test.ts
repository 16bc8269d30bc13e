import { execFileSync } from 'node:child_process';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readBackup, writeBackup } from '@/lib/history/backup-file';
import {
  BackupError,
  type BackupLine,
  type BackupProblem,
  type BackupRecord,
} from '@/lib/history/backup-format';
import { resultOn, SAMPLE_RECORDS, sampleSource } from '../../support/sample-backup';

const { signal } = new AbortController();
const ignore = () => {};

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}

async function sampleText(records?: readonly BackupRecord[]): Promise<string> {
  const { file } = await writeBackup(sampleSource(records), signal, ignore);
  return gunzipSync(await bytesOf(file)).toString();
}

function packedByGzip(text: string): Blob {
  return new Blob([new Uint8Array(execFileSync('gzip', ['-9'], { input: text }))]);
}

async function read(file: Blob): Promise<BackupLine[] | BackupProblem> {
  const lines: BackupLine[] = [];
  try {
    for await (const line of readBackup(file, signal, ignore)) lines.push(line);
    return lines;
  } catch (error) {
    if (error instanceof BackupError) return error.problem;
    throw error;
  }
}

function recordsIn(lines: BackupLine[] | BackupProblem): BackupRecord[] {
  if (!Array.isArray(lines)) throw new Error(lines.code);
  return lines.flatMap((line) => (line.kind === 'record' ? line.record : []));
}

describe('writeBackup', () => {
  it('writes a file that readBackup and gunzip read', async () => {
    const { file, counts, unreadable } = await writeBackup(sampleSource(), signal, ignore);
    expect({ counts, unreadable }).toEqual({
      counts: { marks: 2, reports: 2, results: 1 },
      unreadable: 0,
    });
    expect(file.type).toBe('application/gzip');
    expect(recordsIn(await read(file))).toEqual(SAMPLE_RECORDS);
    const text = execFileSync('gunzip', { input: await bytesOf(file) }).toString();
    expect(text.split('\n').map((line) => line.slice(0, 11))).toEqual([
      '{"format":"',
      '{"settings"',
      '{"history":',
      '{"mark":{"k',
      '{"mark":{"k',
      '{"report":{',
      '{"report":{',
      '{"result":{',
      '{"end":{"ma',
      '',
    ]);
  });

  it('omits and counts records that readBackup cannot read', async () => {
    const broken = { result: { ...resultOn('host.example/1', 4), score: 400 } };
    const written = await writeBackup(sampleSource([...SAMPLE_RECORDS, broken]), signal, ignore);
    expect(written.unreadable).toBe(1);
    expect(recordsIn(await read(written.file))).toEqual(SAMPLE_RECORDS);
  });

  it('rejects after Cancel, and reads no further part', async () => {
    const cancelling = new AbortController();
    let parts = 0;
    const source = {
      ...sampleSource(),
      async *readRecords() {
        for (;;) {
          parts += 1;
          yield SAMPLE_RECORDS;
        }
      },
    };
    const writing = writeBackup(source, cancelling.signal, (records) => {
      if (records === 10) cancelling.abort();
    });
    await expect(writing).rejects.toThrow(/aborted/);
    expect(parts).toBe(3);
  });

  it('rejects if a part cannot be read', async () => {
    const source = {
      ...sampleSource(),
      // biome-ignore lint/correctness/useYield: fails before the first part
      async *readRecords(): AsyncGenerator<BackupRecord[]> {
        throw new Error('closed');
      },
    };
    await expect(writeBackup(source, signal, ignore)).rejects.toThrow('closed');
  });
});

describe('readBackup', () => {
  it('reads a file that gzip has packed', async () => {
    const text = await sampleText();
    expect(recordsIn(await read(packedByGzip(text)))).toEqual(SAMPLE_RECORDS);
    const edited = text.replaceAll('\n', '\r\n');
    expect(recordsIn(await read(packedByGzip(`\ufeff${edited}`)))).toEqual(SAMPLE_RECORDS);
  });

  it('reports the progress in packed bytes', async () => {
    const { file } = await writeBackup(sampleSource(), signal, ignore);
    const progress: number[] = [];
    for await (const _ of readBackup(file, signal, (bytes) => progress.push(bytes)));
    expect(progress.at(-1)).toBe(file.size);
  });

  it('names a line that was edited by hand', async () => {
    const text = (await sampleText()).replace('"check":"title"', '"check":title');
    expect(await read(packedByGzip(text))).toEqual({ code: 'brokenLine', line: 5 });
  });

  it.each([
    ['a picture', new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])])],
    ['an empty file', new Blob([])],
    ['a text', new Blob(['{"format":"seo-reports-backup","version":1}\n'])],
    ['another packed text', packedByGzip('url,result\n')],
    [
      'a packed binary file',
      new Blob([new Uint8Array(gzipSync(new Uint8Array([0xff, 0xfe, 0xfd])))]),
    ],
  ])('refuses %s', async (_, file) => {
    expect(await read(file)).toEqual({ code: 'notBackup' });
  });

  it('refuses a file that ends early at any place', async () => {
    const records = Array.from({ length: 3_000 }, (_, at) => ({
      result: resultOn(`host.example/${Math.sin(at)}`, 3),
    }));
    const { file } = await writeBackup(sampleSource(records), signal, ignore);
    const problems = new Set<string>();
    for (let end = 0; end < file.size; end += Math.ceil(file.size / 40)) {
      const problem = await read(file.slice(0, end));
      problems.add('code' in problem ? problem.code : 'none');
    }
    problems.add(((await read(file.slice(0, -1))) as BackupProblem).code);
    expect([...problems].toSorted()).toEqual(['notBackup', 'truncated']);
  });

  it('refuses a text that ends early in a complete gzip file', async () => {
    const text = await sampleText();
    const lines = text.split('\n');
    expect(await read(packedByGzip(lines.slice(0, 6).join('\n')))).toEqual({ code: 'truncated' });
    expect(await read(packedByGzip(text.slice(0, -30)))).toMatchObject({ code: 'brokenLine' });
  });

  it('refuses a second backup in the same file', async () => {
    const { file } = await writeBackup(sampleSource(), signal, ignore);
    expect(await read(new Blob([file, file]))).toEqual({ code: 'brokenLine', line: 10 });
  });

  it('stops at a line that is too long', async () => {
    const [header] = (await sampleText()).split('\n');
    const endless = new Blob([new Uint8Array(gzipSync(`${header}\n${' '.repeat(50_000_000)}`))]);
    expect(await read(endless)).toEqual({ code: 'brokenLine', line: 2 });
  });

  it('rejects after Cancel', async () => {
    const { file } = await writeBackup(sampleSource(), signal, ignore);
    const cancelling = new AbortController();
    cancelling.abort();
    await expect(readBackup(file, cancelling.signal, ignore).next()).rejects.toThrow(/aborted/);
  });
});
