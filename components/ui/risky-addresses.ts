import { isolated } from '@/components/text/isolation';
import { counted } from '@/components/text/language';
import { quoted } from './quoting';

/** The most risky addresses that a message lists. */
const MOST_NAMED = 3;

/** Returns how many addresses may expose a secret, and the first of them, one per line. */
export function riskyMessage(addresses: readonly string[]): string {
  const named = addresses.slice(0, MOST_NAMED).map((address) => isolated(quoted(address)));
  return [counted('bulk.risky', addresses.length), ...named].join('\n');
}
