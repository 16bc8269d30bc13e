import { z } from '@/lib/schema';
import { AnyPrivacy } from './privacy';

/** What an update call may say of a report; what is absent stays as it is. */
export const ReportChange = z.object({
  privacy: z.optional(AnyPrivacy),
  /** Sent only with privacy Password. Never trimmed. */
  password: z.optional(z.string()),
  /** 1: update the report's results too. */
  results: z.optional(z.literal([0, 1])),
});
export type ReportChange = z.infer<typeof ReportChange>;

/** The same as it is stored: passwords are kept in memory alone. */
export const StoredChange = z.omit(ReportChange, { password: true });
export type StoredChange = z.infer<typeof StoredChange>;
