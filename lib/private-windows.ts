import { z } from './schema';

/**
 * Where what a person asks for is kept until it is done: on the disk, or in memory alone, which ends with
 * the browser. Of what is in memory nothing is told by badge or notification, and other windows show none.
 */
export const Keeping = z.literal(['disk', 'memory']);
export type Keeping = z.infer<typeof Keeping>;

/** What a window asks for is kept so: that of a private window, or of one that nobody knows, in memory. */
export function keepingOf(window: { incognito?: boolean } | undefined): Keeping {
  return window?.incognito === false ? 'disk' : 'memory';
}

/** Whether a window shows what is kept so: private windows show all. */
export function isShownWhere(window: Keeping, { keeping }: { keeping: Keeping }): boolean {
  return window === 'memory' || keeping === 'disk';
}
