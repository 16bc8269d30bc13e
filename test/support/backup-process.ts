import { readBackup, writeBackup } from '@/lib/history/backup-file';
import type { BackupHistory, BackupRecord } from '@/lib/history/backup-format';
import type { Check } from '@/lib/report/content/checks';
import { peakMemoryOf } from './peak-memory';
import { resultOn, sampleSource } from './sample-backup';
import { reportOn } from './sample-report';

/** The memory for saving and checking a backup, in MB, and the sizes of the backup. */
export interface MeasuredBackup {
  saving: number;
  checking: number;
  /** Packed. */
  megabytes: number;
  records: number;
}

const REPORTS = 20_000;
/** Records in a part. */
const PART = 200;

/** Returns findings of about 4 kB that differ from report to report. */
function findings(at: number): Check[] {
  return Array.from({ length: 12 }, (_, index) => ({
    name: `check_${index}`,
    isPassed: false,
    importance: 'high',
    value: Array.from({ length: 12 }, (__, word) => Math.sin(at * 997 + index * 31 + word)).join(
      ' ',
    ),
    reasons: [{ name: 'missing', value: null }],
    details: [],
  }));
}

function record(at: number): BackupRecord {
  const page = `host.example/${at}`;
  if (at >= REPORTS) return { result: resultOn(page, 2, `${at}`) };
  return { report: reportOn(at + 1, page, 20, 80, 'title', 'robots'), found: findings(at) };
}

async function* readRecords(_: BackupHistory): AsyncGenerator<BackupRecord[]> {
  for (let begin = 0; begin < 2 * REPORTS; begin += PART) {
    yield Array.from({ length: PART }, (__, index) => record(begin + index));
    // As after a message of the worker.
    await new Promise(setImmediate);
  }
}

const { signal } = new AbortController();
// Loads and compiles everything before anything is measured.
await writeBackup(sampleSource(), signal, () => {});

let file = new Blob([]);
const saving = await peakMemoryOf(async () => {
  const source = { ...sampleSource(), readRecords };
  file = (await writeBackup(source, signal, () => {})).file;
});
let records = 0;
const checking = await peakMemoryOf(async () => {
  for await (const line of readBackup(file, signal, () => {})) {
    records += Number(line.kind === 'record');
  }
});
const measured: MeasuredBackup = { saving, checking, megabytes: file.size / 1e6, records };
process.stdout.write(JSON.stringify(measured));
