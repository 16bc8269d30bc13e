import { AccountIdentity } from '@/lib/connection/account-identity';
import { z } from '@/lib/schema';

/** The origin of a history: service and account. */
export const HistoryIdentity = z.object({
  baseUrl: z.string(),
  /** Null if the account is unknown. */
  account: z.nullable(AccountIdentity),
  /** The name of the account on screen; null if the service sends none. */
  label: z.nullable(z.string()),
  /** The last time that the connection was used, ISO 8601. */
  usedAt: z.string(),
});
export type HistoryIdentity = z.infer<typeof HistoryIdentity>;
