import { Connection } from '@/lib/connection/connection';
import { Report } from '@/lib/report/report';
import { PAGE_SIZES } from '@/lib/report/report-query';
import { Timestamp, z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';

/** The newest of all reports, the newest first, as last read and with what has happened since. */
export const NewestReports = z.object({
  reports: z.array(Report),
  /** Rows that the service sent and that could not be read. */
  unreadable: z.number(),
  /** How many reports there are in all; null where the service does not say so. */
  total: z.nullable(z.number()),
  /** The number of the page that follows; null where the service names none. */
  next: z.nullable(z.number()),
  /** How many it was asked for. */
  perPage: z.literal(PAGE_SIZES),
  /** The number of the last outcome that is applied to them. */
  after: z.number(),
  /** When the service was asked. */
  readAt: Timestamp,
});
export type NewestReports = z.infer<typeof NewestReports>;

/** What a page shows first. It is stored in one write with the connection. */
export const Front = z.object({
  /** Null where no service is connected. */
  connection: z.nullable(Connection),
  /** Null while none were read. */
  newest: z.nullable(NewestReports),
});
export type Front = z.infer<typeof Front>;

export const frontItem = storedItem('local', 'front', Front);
