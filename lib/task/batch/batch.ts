import { Keeping } from '@/lib/private-windows';
import { AnyPrivacy } from '@/lib/report/privacy';
import { type ReportChange, StoredChange } from '@/lib/report/report-change';
import type { ReportDraft } from '@/lib/report/report-draft';
import type { ReportReference } from '@/lib/report/report-reference';
import { Timestamp, z } from '@/lib/schema';

/** The place of a task among those that were asked for with it. */
export const BatchPlace = z.object({
  /** Of the batch. */
  id: z.string(),
  /** Counted from 0, in the order in which they were asked for. */
  row: z.number(),
});
export type BatchPlace = z.infer<typeof BatchPlace>;

/** How a batch stood when nothing of it went on any more: its other rows need not be read then. */
export const BatchEnd = z.object({
  done: z.number(),
  gone: z.number(),
  firstUrl: z.nullable(z.string()),
  /** The rows that need a person. */
  stuck: z.array(z.number()),
});
export type BatchEnd = z.infer<typeof BatchEnd>;

const FACTS = {
  /** Made by the page that asked: the same id is the same batch. */
  id: z.string(),
  /** Where it is stored with its rows: in memory it ends with the browser. */
  keeping: Keeping,
  /** Later than that of anything that was asked for before. */
  askedAt: Timestamp,
  /** How many rows it has. */
  size: z.number(),
  isPaused: z.boolean(),
  /** The service's words, empty where it sent none, where its refusals have paused it; null otherwise. */
  pausedBy: z._default(z.nullable(z.string()), null),
  /** Null while anything of it goes on. */
  ended: z._default(z.nullable(BatchEnd), null),
  /** Whether a person knows how it has ended: pages tell of it no more then. */
  isSeen: z._default(z.boolean(), true),
};

/**
 * Many tasks of one kind that were asked for at once, as they are stored beside their rows. What is to
 * be done stands here, once for all rows.
 */
export const Batch = z.discriminatedUnion('kind', [
  z.object({
    ...FACTS,
    kind: z.literal('create'),
    privacy: AnyPrivacy,
    /** How many addresses were left out, by the reason. */
    leftOut: z.record(z.string(), z.number()),
  }),
  z.object({ ...FACTS, kind: z.literal('change'), change: StoredChange }),
  z.object({
    ...FACTS,
    kind: z.literal('delete'),
    /** No row goes out before this time, so that a person can undo the deletions until then. */
    dueAt: Timestamp,
  }),
]);
export type Batch = z.infer<typeof Batch>;

/** What a page asks for. The id is the page's own. */
export type NewBatch = {
  id: string;
  /** Absent: on the disk. */
  keeping?: Keeping;
} & (
  | {
      kind: 'create';
      privacy: ReportDraft['privacy'];
      /** How many addresses were left out, by the reason. */
      leftOut: Record<string, number>;
      /** As they are sent, none twice. */
      urls: readonly string[];
      /** With privacy Password: that of all reports. */
      password?: string | undefined;
    }
  /** The change holds the password of all reports, where there is one. */
  | { kind: 'change'; change: ReportChange; reports: readonly ReportReference[] }
  | { kind: 'delete'; reports: readonly ReportReference[] }
);

/** What a person does with a batch as a whole. */
export type BatchAct =
  /** Nothing new goes out; what is out is finished. */
  | { kind: 'pause' }
  | { kind: 'resume' }
  /** What is not out is taken back, whatever the gate; what is out is finished. */
  | { kind: 'cancel' }
  /** What is stuck is sent again. */
  | { kind: 'retry' }
  /** A person has seen how it has ended. */
  | { kind: 'seen' }
  /** The password of all reports, where it is no longer known. */
  | { kind: 'password'; password: string }
  /** Takes it off the list, with what it has left undone. */
  | { kind: 'remove' };

/** How a batch stands, as every page sees it. */
export const BatchLine = z.object({
  id: z.string(),
  keeping: Keeping,
  kind: z.literal(['create', 'change', 'delete']),
  askedAt: Timestamp,
  /** Of the reports that are created; null for changes and deletions. */
  privacy: z.nullable(AnyPrivacy),
  /** What all reports are changed to; null for creations and deletions. */
  change: z.nullable(StoredChange),
  /** The first address that was asked for, by which people know it again; null where it is not known. */
  firstUrl: z.nullable(z.string()),
  size: z.number(),
  done: z.number(),
  /** The service no longer has the report that was to be changed or deleted. */
  gone: z.number(),
  /** They need a person. */
  failed: z.number(),
  /** Neither out nor stuck. */
  waiting: z.number(),
  /** Out, or looked for. */
  underWay: z.number(),
  isPaused: z.boolean(),
  /** Whether a person knows how it has ended. */
  isSeen: z.boolean(),
  /** The service's words, empty where it sent none, where its refusals have paused it; null otherwise. */
  pausedBy: z.nullable(z.string()),
  /** Its password was in memory alone, and is gone. */
  needsPassword: z.boolean(),
});
export type BatchLine = z.infer<typeof BatchLine>;

type Standing = Omit<BatchLine, keyof Batch | 'privacy' | 'change'>;

/** The line of a batch whose rows stand so. */
export function batchLine(batch: Batch, standing: Standing): BatchLine {
  const { id, kind, keeping, askedAt, size, isPaused, isSeen, pausedBy } = batch;
  const privacy = kind === 'create' ? batch.privacy : null;
  const change = kind === 'change' ? batch.change : null;
  const facts = { id, kind, keeping, askedAt, size, isPaused, isSeen, pausedBy };
  return { ...facts, privacy, change, ...standing };
}

/** The id of the task of one row. */
export function batchTaskId({ id, row }: BatchPlace): string {
  return `${id}-${row}`;
}

/** How many rows of a batch were taken back before they went out. */
export function cancelledCount(line: BatchLine): number {
  const { size, done, gone, failed, waiting, underWay } = line;
  return Math.max(0, size - done - gone - failed - waiting - underWay);
}

/** Whether anything of a batch still goes on by itself. */
export function isOpen({ waiting, underWay }: Pick<BatchLine, 'waiting' | 'underWay'>): boolean {
  return waiting + underWay > 0;
}
