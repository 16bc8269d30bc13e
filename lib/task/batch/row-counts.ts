import { isIn } from '@/lib/task/task';
import { type BatchRow, isGoingOn, isUntouched } from './batch-row';

/** How many rows of each batch go on, and how many have ended, kept in step with each row that changes. */
export interface RowCounts {
  /** Takes in that a row is now another; undefined: it was not there before. */
  note(batchId: string, before: BatchRow | undefined, row: BatchRow): void;
  /** Takes in how many rows had ended by themselves, of a batch whose rows are not read. */
  begin(batchId: string, ended: EndedCounts): void;
  remove(batchId: string): void;
  goingCount(batchId: string): number;
  ended(batchId: string): EndedCounts;
}

/** Of a batch's rows. */
export interface EndedCounts {
  /** The service has done what was asked. */
  done: number;
  /** The service no longer has the report. */
  gone: number;
}

/** Makes the counts of no batch. */
export function createRowCounts(): RowCounts {
  const going = new Map<string, number>();
  const ended = new Map<string, EndedCounts>();

  function count(batchId: string, row: BatchRow, by: 1 | -1): void {
    if (isGoingOn(row)) going.set(batchId, (going.get(batchId) ?? 0) + by);
    const end = endOf(row);
    if (end === null) return;
    const counts = ended.get(batchId) ?? { done: 0, gone: 0 };
    ended.set(batchId, { ...counts, [end]: counts[end] + by });
  }

  return {
    note(batchId, before, row) {
      if (before !== undefined) count(batchId, before, -1);
      count(batchId, row, 1);
    },
    begin: (batchId, counts) => void ended.set(batchId, counts),
    remove(batchId) {
      going.delete(batchId);
      ended.delete(batchId);
    },
    goingCount: (batchId) => going.get(batchId) ?? 0,
    ended: (batchId) => ended.get(batchId) ?? { done: 0, gone: 0 },
  };
}

/** Whether a row needs a person. */
export function isStuck(row: BatchRow): boolean {
  return !isUntouched(row) && row.state === 'begun' && isIn(row.task, 'stuck');
}

function endOf(row: BatchRow): keyof EndedCounts | null {
  if (isUntouched(row)) return null;
  if (row.state === 'made') return 'done';
  return row.state === 'ended' && row.end !== 'cancelled' ? row.end : null;
}
