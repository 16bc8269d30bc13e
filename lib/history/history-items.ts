import type { Report } from '@/lib/report/report';
import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import { storedItem } from '@/lib/storage/stored-values';
import type { Position } from './records';

/** So many pages or reports are asked for, and answered, at once. */
export const MOST_IN_REPLY = 500;

/** The last reading of all reports, or of as many as are read at all. */
export const FullReading = z.object({
  /** When it began, in milliseconds since the epoch. */
  beganAt: z.number(),
  /** How many more reports the service counted than were read: unreadable ones, and those beyond 2,000. */
  difference: z.number(),
});
export type FullReading = z.infer<typeof FullReading>;

export const fullReadingItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'full-reading'), FullReading);

/** A part of the reports that are known here. */
export interface HistoryPart {
  /** The newest first. */
  reports: Report[];
  /** Where the next part begins; null after the last. */
  after: Position | null;
  /** How many are known in all. */
  count: number;
  /** Null where all were never read. */
  reading: FullReading | null;
}
