import { AnyPrivacy } from '@/lib/report/privacy';
import { Timestamp, z } from '@/lib/schema';

/** The place of a creation among those that were asked for with it. */
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
  firstUrl: z.nullable(z.string()),
  /** The rows that need a person. */
  stuck: z.array(z.number()),
});
export type BatchEnd = z.infer<typeof BatchEnd>;

/** Many creations that were asked for at once, as they are stored beside their rows. */
export const Batch = z.object({
  version: z.literal(1),
  /** Made by the page that asked: the same id is the same batch. */
  id: z.string(),
  askedAt: Timestamp,
  privacy: AnyPrivacy,
  /** How many creations it had. */
  size: z.number(),
  /** How many addresses were left out, by the reason. */
  leftOut: z.record(z.string(), z.number()),
  isPaused: z.boolean(),
  /** The service's words, where they have paused it: it has refused several with them. */
  pausedBy: z._default(z.nullable(z.string()), null),
  /** Null while anything of it goes on. */
  ended: z._default(z.nullable(BatchEnd), null),
});
export type Batch = z.infer<typeof Batch>;

/** What a page asks for. */
export interface NewBatch extends Pick<Batch, 'id' | 'privacy' | 'leftOut'> {
  /** As they are sent, none twice. */
  urls: readonly string[];
  /** With privacy Password: one for all reports, or one for each. */
  passwords?: readonly string[];
}

/** What a person does with a batch as a whole. */
export type BatchAct =
  /** Nothing new goes out; what is out is finished. */
  | { kind: 'pause' }
  | { kind: 'resume' }
  /** What has not gone out is dropped. */
  | { kind: 'cancel' }
  /** What is stuck is sent again. */
  | { kind: 'retry' }
  /** One password for all reports whose own is no longer known. */
  | { kind: 'password'; password: string }
  /** Takes it off the list, with what it has left undone. */
  | { kind: 'remove' };

/** How a batch stands, as every page sees it. */
export const BatchLine = z.object({
  id: z.string(),
  askedAt: Timestamp,
  privacy: AnyPrivacy,
  /** The first address that was asked for, by which people know it again; null where it is not known. */
  firstUrl: z.nullable(z.string()),
  size: z.number(),
  done: z.number(),
  /** They need a person. */
  failed: z.number(),
  /** Neither out nor stuck. */
  waiting: z.number(),
  /** Out, or looked for. */
  underWay: z.number(),
  isPaused: z.boolean(),
  /** The service's words, where they have paused it; null otherwise. */
  pausedBy: z._default(z.nullable(z.string()), null),
  /** Its password was in memory alone, and is gone. */
  needsPassword: z.boolean(),
});
export type BatchLine = z.infer<typeof BatchLine>;

/** The id of the task that creates one report of a batch. */
export function batchTaskId({ id, row }: BatchPlace): string {
  return `${id}-${row}`;
}

/** How many creations of a batch were taken back before they went out. */
export function cancelledCount({ size, done, failed, waiting, underWay }: BatchLine): number {
  return Math.max(0, size - done - failed - waiting - underWay);
}

/** Whether anything of a batch still goes on by itself. */
export function isOpen({ waiting, underWay }: Pick<BatchLine, 'waiting' | 'underWay'>): boolean {
  return waiting + underWay > 0;
}
