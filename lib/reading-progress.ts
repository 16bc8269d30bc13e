import { Failure } from './failure';
import { z } from './schema';

/** The published progress of reading all reports of a connection. */
export const ReadingProgress = z.object({
  /** `none`: no reading is unfinished. `stopped`: a person has stopped the reading. */
  status: z.literal(['none', 'reading', 'stopped', 'failed']),
  /** Only with `failed`. */
  failure: z.nullable(Failure),
  /** The number of reports that were read. */
  read: z.number(),
  /** The number of all reports; null if the service does not send it. */
  total: z.nullable(z.number()),
  /** The number of unreadable rows. */
  unreadable: z.number(),
  /** Id of the last read report, if the last complete reading has all older reports; otherwise null. */
  joinedAt: z.nullable(z.string()),
  /** The revision of the history that contains these reports. */
  revision: z.number(),
  /** A number that is higher for each later progress. */
  changedAt: z.number(),
});
export type ReadingProgress = z.infer<typeof ReadingProgress>;

/** The progress without a reading. */
export const NO_READING: ReadingProgress = {
  status: 'none',
  failure: null,
  read: 0,
  total: null,
  unreadable: 0,
  joinedAt: null,
  revision: 0,
  changedAt: 0,
};
