import { readBackup, writeBackup } from '@/lib/history/backup-file';
import type { BackupHistory, BackupRecord } from '@/lib/history/backup-format';
import type { Check } from '@/lib/report/content/checks';
import { peakMemoryOf } from './peak-memory';
import { resultOn, sampleSource } from './sample-backup';
import { reportOn } from './sample-report';

/** Measurements of a backup of 20,000 reports. */
export interface MeasuredBackup {
  /** Peak growth of memory while the backup is saved, in MB. */
  saving: number;
  /** Peak growth of memory while the backup is read and checked, in MB. */
  checking: number;
  megabytes: number;
  records: number;
}

const REPORTS = 20_000;
const RECORDS_PER_PART = 200;

/** Returns failed checks of about 4 kB. The values differ by report, so that the file compresses badly. */
function failedChecks(reportIndex: number): Check[] {
  return Array.from({ length: 12 }, (_, checkIndex) => ({
    name: `check_${checkIndex}`,
    isPassed: false,
    importance: 'high',
    value: Array.from({ length: 12 }, (__, valueIndex) =>
      Math.sin(reportIndex * 997 + checkIndex * 31 + valueIndex),
    ).join(' '),
    reasons: [{ name: 'missing', value: null }],
    details: [],
  }));
}

function record(index: number): BackupRecord {
  const page = `host.example/${index}`;
  if (index >= REPORTS) return { result: resultOn(page, 2, `${index}`) };
  return {
    report: reportOn(index + 1, page, 20, 80, 'title', 'robots'),
    found: failedChecks(index),
  };
}

async function* readRecords(_: BackupHistory): AsyncGenerator<BackupRecord[]> {
  for (let start = 0; start < 2 * REPORTS; start += RECORDS_PER_PART) {
    yield Array.from({ length: RECORDS_PER_PART }, (__, index) => record(start + index));
    // In the extension, each part is a separate message. Garbage is collected between two messages.
    await new Promise(setImmediate);
  }
}

const { signal } = new AbortController();
// Loads and compiles the code before the measurement.
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
