import { isolated } from '@/components/text/isolation';
import { counted } from '@/components/text/language';
import { quoted } from './quoting';

/** So many of the addresses that should rather not be published are named. */
const MOST_NAMED = 3;

/** How many addresses may give secrets away, and some of them, each on a line of its own. */
export function riskyMessage(addresses: readonly string[]): string {
  const named = addresses.slice(0, MOST_NAMED).map((address) => isolated(quoted(address)));
  return [counted('bulk.risky', addresses.length), ...named].join('\n');
}
