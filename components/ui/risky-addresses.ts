import { isolated, shortened } from '@/components/text/isolation';
import { counted } from '@/components/text/language';

const MAX_LISTED = 3;

/**
 * Returns a message about addresses that may expose a secret: their number, then the first three, one per line.
 */
export function riskyMessage(addresses: readonly string[]): string {
  const lines = addresses.slice(0, MAX_LISTED).map((address) => isolated(shortened(address)));
  return [counted('manyPages.risky', addresses.length), ...lines].join('\n');
}
