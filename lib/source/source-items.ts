import { z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';

/** Addresses that another page hands to the page for many pages, which takes them as it opens. */
export const handedAddresses = storedItem('session', 'handed-addresses', z.array(z.string()));
