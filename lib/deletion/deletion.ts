import { Failure } from '@/lib/failure';
import { Report } from '@/lib/report/report';
import { Timestamp, z } from '@/lib/schema';

/** How long a deletion can be undone, in milliseconds. */
export const UNDO_MS = 6000;

const DeletionFacts = z.object({
  /** The report as it was last listed. */
  report: Report,
  /** When the request goes out. Until then it can be undone. */
  dueAt: Timestamp,
  /** Asked for in a private window: it is in memory alone. */
  isPrivateWindow: z._default(z.boolean(), false),
});
export type DeletionFacts = z.infer<typeof DeletionFacts>;

const facts = DeletionFacts.shape;

/** A report that a person has deleted and the service may still have. */
export const Deletion = z.union([
  z.object({ ...facts, state: z.literal('waiting') }),
  /** The request is out, or was when the browser stopped the worker. */
  z.object({ ...facts, state: z.literal('sending') }),
  /** The report is still there, and shown again. */
  z.object({ ...facts, state: z.literal('failed'), failure: Failure }),
]);
export type Deletion = z.infer<typeof Deletion>;

/** A report that a person has deleted and the service still has. */
export interface NotDeleted {
  report: Report;
  failure: Failure;
}

/** Whether a deletion is still to be carried out. */
export function isPending({ state }: Deletion): boolean {
  return state !== 'failed';
}

/** Whether a report is out of sight because of its deletion. */
export function isHidden(deletions: readonly Deletion[], id: string): boolean {
  return deletions.some((deletion) => deletion.report.id === id && isPending(deletion));
}
