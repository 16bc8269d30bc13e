import { givenAddress } from '@/lib/url/given-address';
import { unwrappedAddress } from '@/lib/url/wrapped-address';

/** Functions that the popup loads after the first paint, or earlier for a wrapped link. */
export const ADDRESS_FUNCTIONS = { givenAddress, unwrappedAddress };
