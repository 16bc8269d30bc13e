import { z } from '@/lib/schema';

/** What the disk holds of reports that were asked for in private windows. */
export const PrivateHashes = z.object({
  /** Random, and another one for each connection. */
  salt: z.string(),
  /** Hashes of salt and id, the latest last. */
  hashes: z.array(z.string()),
});
export type PrivateHashes = z.infer<typeof PrivateHashes>;
