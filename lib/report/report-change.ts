import { z } from '@/lib/schema';
import { AnyPrivacy } from './privacy';

/** The parameters of an update call. An absent parameter leaves the report unchanged. */
export const ReportChange = z.object({
  privacy: z.optional(AnyPrivacy),
  /** Present only if `privacy` is Password. Never trimmed. */
  password: z.optional(z.string()),
  /** 1 requests new results. */
  results: z.optional(z.literal([0, 1])),
});
export type ReportChange = z.infer<typeof ReportChange>;

/** Passwords are never stored on disk. */
export const StoredChange = z.omit(ReportChange, { password: true });
export type StoredChange = z.infer<typeof StoredChange>;
