import { SINCE } from '@/lib/report/compare/page-change';
import type { Check } from '@/lib/report/content/checks';
import type { ExtraField, ExtraValue } from '@/lib/report/extra-fields';
import { PastResult } from '@/lib/report/past-result';
import { AnyPrivacy } from '@/lib/report/privacy';
import { Report } from '@/lib/report/report';
import { Timestamp, z } from '@/lib/schema';
import { isColor } from '@/lib/settings/agency-values';
import { type BackupPosition, RECORD_KINDS, type RecordKind } from './backup-position';
import { HistoryIdentity } from './history-identity';
import { isCountedMark, keyOfMark, MarkRecord } from './marks';

// A backup consists of JSON Lines, packed with gzip: a header, the settings, each history with its records,
// and the counts of records. A backup contains no API keys, header values or passwords.

const FORMAT = 'seo-reports-backup';
/** Increases with each incompatible change of the format. */
const VERSION = 1;

const ExtraValueSchema: z.ZodMiniType<ExtraValue> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.object({ fields: z.array(ExtraFieldSchema), more: z.optional(z.number()) }),
  ]),
) as z.ZodMiniType<ExtraValue>;

const ExtraFieldSchema: z.ZodMiniType<ExtraField> = z.object({
  name: z.string(),
  value: ExtraValueSchema,
});

const CheckSchema: z.ZodMiniType<Check> = z.object({
  name: z.string(),
  isPassed: z.boolean(),
  importance: z.nullable(z.string()),
  value: ExtraValueSchema,
  reasons: z.array(ExtraFieldSchema),
  details: z.array(ExtraFieldSchema),
});

/** The person's preferences, without the policy of an administrator. */
const BackupPreferences = z.strictObject({
  defaultPrivacy: AnyPrivacy,
  notifiesOfDone: z.boolean(),
  notifiesOfAttention: z.boolean(),
  notifiesOfWorse: z.exactOptional(z.boolean()),
  keepsUpToDate: z.exactOptional(z.boolean()),
  showsPageRating: z.boolean(),
  comparedSince: z.literal(SINCE),
  unfoldsProblems: z.exactOptional(z.nullable(z.boolean())),
});
export type BackupPreferences = z.infer<typeof BackupPreferences>;

const BackupAgency = z.strictObject({
  name: z.string(),
  color: z.string().check(z.refine(isColor)),
  /** The reader of the backup checks the image. */
  logo: z.nullable(z.string()),
});

/** A connection without its id and its secrets. */
const BackupConnection = z.strictObject({
  baseUrl: z.string(),
  account: HistoryIdentity.shape.account,
  label: z.nullable(z.string()),
  reportLink: z.nullable(z.string()),
  /** Names of request headers. Their values are secrets. */
  headerNames: z.array(z.string()),
});
export type BackupConnection = z.infer<typeof BackupConnection>;

export const BackupSettings = z.strictObject({
  preferences: BackupPreferences,
  /** Absent in backups of earlier versions. */
  agency: z.exactOptional(BackupAgency),
  connections: z.array(BackupConnection),
});
export type BackupSettings = z.infer<typeof BackupSettings>;

/** The line before the records of a history. */
export const BackupHistory = z.strictObject({
  /** The id of the connection in the browser that saved the backup. */
  connectionId: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  /** Null if the database has no valid identity. */
  identity: z.nullable(HistoryIdentity),
});
export type BackupHistory = z.infer<typeof BackupHistory>;

/** Counts of the records in a history or a backup. `marks` counts the marks of `COUNTED_KINDS`. */
export const RecordCounts = z.strictObject({
  marks: z.number(),
  reports: z.number(),
  results: z.number(),
});
export type RecordCounts = z.infer<typeof RecordCounts>;

export const NO_RECORDS: RecordCounts = { marks: 0, reports: 0, results: 0 };

const BackupMark = MarkRecord.check(z.refine((mark) => mark.key === keyOfMark(mark)));

const MarkLine = z.strictObject({ mark: BackupMark });

const ReportLine = z.strictObject({
  report: z.strictObject(Report.shape),
  /** The findings of the report's current result; null if unknown. */
  found: z.nullable(z.readonly(z.array(CheckSchema))),
});

const ResultLine = z.strictObject({
  result: z.strictObject({ ...PastResult.shape, page: z.string() }),
});

/** A record of a history: a mark, a row, or a past result. */
export type BackupRecord =
  | z.infer<typeof MarkLine>
  | z.infer<typeof ReportLine>
  | z.infer<typeof ResultLine>;

/** Number of records in one message to or from the worker. Only the last part of a history has fewer. */
export const MAX_RECORDS_IN_PART = 200;

/** A part of the records of a history, in the order of `RECORD_KINDS`. */
export interface BackupPart {
  records: BackupRecord[];
  /** Where the next part begins; null after the last. */
  next: BackupPosition | null;
}

export function recordKind(record: BackupRecord): RecordKind {
  if ('mark' in record) return 'marks';
  return 'report' in record ? 'reports' : 'results';
}

/** A parsed line of a backup. */
export type BackupLine =
  | { kind: 'header'; savedAt: string }
  | { kind: 'settings'; settings: BackupSettings }
  | { kind: 'history'; history: BackupHistory }
  | { kind: 'record'; record: BackupRecord }
  | { kind: 'end'; counts: RecordCounts };

/** Why a backup cannot be saved or restored. */
export type BackupProblem =
  | { code: 'notBackup' }
  | { code: 'unknownVersion' }
  /** @param line the number of the line, from 1 */
  | { code: 'brokenLine'; line: number }
  | { code: 'truncated' }
  /** The browser cannot read the file. */
  | { code: 'unreadable' }
  /** Another exception. */
  | { code: 'unexpected' };

export class BackupError extends Error {
  constructor(readonly problem: BackupProblem) {
    super(problem.code);
  }
}

const StoredHeader = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  savedAt: Timestamp,
});

/** The schemas of all lines except the header, by the only key of each line. */
const LINES = {
  settings: z.strictObject({ settings: BackupSettings }),
  history: z.strictObject({ history: BackupHistory }),
  mark: MarkLine,
  report: ReportLine,
  result: ResultLine,
  end: z.strictObject({ end: RecordCounts }),
};
const NAMES = Object.keys(LINES) as (keyof typeof LINES)[];

/** Returns the text of a line, without a line break. */
export function lineText(line: BackupLine): string {
  switch (line.kind) {
    case 'header':
      return JSON.stringify({ format: FORMAT, version: VERSION, savedAt: line.savedAt });
    case 'settings':
      return JSON.stringify({ settings: line.settings });
    case 'history':
      return JSON.stringify({ history: line.history });
    case 'record':
      return JSON.stringify(line.record);
    case 'end':
      return JSON.stringify({ end: line.counts });
  }
}

/**
 * Reads the first line.
 * @throws BackupError
 */
function readHeader(text: string): BackupLine {
  const raw = parsed(text);
  if (typeof raw !== 'object' || raw === null || Reflect.get(raw, 'format') !== FORMAT) {
    throw new BackupError({ code: 'notBackup' });
  }
  if (Reflect.get(raw, 'version') !== VERSION) throw new BackupError({ code: 'unknownVersion' });
  const header = StoredHeader.safeParse(raw).data;
  if (header === undefined) throw new BackupError({ code: 'brokenLine', line: 1 });
  return { kind: 'header', savedAt: header.savedAt };
}

/** Reads a later line; null if the line is broken. */
export function readLine(text: string): Exclude<BackupLine, { kind: 'header' }> | null {
  const line = validLine(parsed(text));
  if (line === undefined) return null;
  if ('settings' in line) return { kind: 'settings', settings: line.settings };
  if ('history' in line) return { kind: 'history', history: line.history };
  if ('end' in line) return { kind: 'end', counts: line.end };
  return { kind: 'record', record: line };
}

/** Whether a backup with a record can be read. */
export function isReadable(record: BackupRecord): boolean {
  return validLine(record) !== undefined;
}

/** Adds records to counts. */
export function withRecords(counts: RecordCounts, records: readonly BackupRecord[]): RecordCounts {
  const sum = { ...counts };
  for (const record of records) {
    if (!('mark' in record) || isCountedMark(record.mark)) sum[recordKind(record)] += 1;
  }
  return sum;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function validLine(raw: unknown): z.infer<(typeof LINES)[keyof typeof LINES]> | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const name = NAMES.find((candidate) => Object.hasOwn(raw, candidate));
  try {
    return name && LINES[name].safeParse(raw).data;
  } catch {
    // A deeply nested value exceeds the stack.
    return undefined;
  }
}

/** The progress of reading a backup. */
interface Progress {
  counts: RecordCounts;
  /** The kind of the latest line, ignoring records. */
  latest: Exclude<BackupLine['kind'], 'record'>;
}

/**
 * Parses the lines of a backup.
 * @throws BackupError at the first wrong line, or if the end is missing
 */
export async function* readLines(texts: AsyncIterable<string>): AsyncGenerator<BackupLine> {
  let progress: Progress | null = null;
  let number = 0;
  for await (const text of texts) {
    number += 1;
    if (progress === null) {
      yield readHeader(text);
      progress = { counts: NO_RECORDS, latest: 'header' };
      continue;
    }
    const line = readLine(text);
    const next: Progress | null = line && progressAfter(progress, line);
    if (line === null || next === null) throw new BackupError({ code: 'brokenLine', line: number });
    progress = next;
    yield line;
  }
  if (progress === null) throw new BackupError({ code: 'notBackup' });
  if (progress.latest !== 'end') throw new BackupError({ code: 'truncated' });
}

/** Returns the progress after a line; null if the line is in the wrong place. */
function progressAfter(
  { counts, latest }: Progress,
  line: Exclude<BackupLine, { kind: 'header' }>,
): Progress | null {
  if (latest === 'end') return null;
  switch (line.kind) {
    case 'settings':
      return latest === 'header' ? { counts, latest: 'settings' } : null;
    case 'history':
      return { counts, latest: 'history' };
    case 'record':
      if (latest !== 'history') return null;
      return { counts: withRecords(counts, [line.record]), latest };
    case 'end': {
      const isComplete = RECORD_KINDS.every((kind) => line.counts[kind] === counts[kind]);
      if (!isComplete) throw new BackupError({ code: 'truncated' });
      return { counts, latest: 'end' };
    }
  }
}
