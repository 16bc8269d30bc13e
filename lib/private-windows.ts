import { z } from './schema';

/**
 * Where what a person asks for is kept until it is done: on the disk, or in memory alone, which ends with
 * the browser. Of what is in memory nothing is told by badge or notification.
 */
export const Keeping = z.literal(['disk', 'memory']);
export type Keeping = z.infer<typeof Keeping>;

/** What a window asks for is kept so: that of a private window, or of one that nobody knows, in memory. */
export function keepingOf(window: { incognito?: boolean } | undefined): Keeping {
  return window?.incognito === false ? 'disk' : 'memory';
}
