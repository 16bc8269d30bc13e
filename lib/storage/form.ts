import { z } from '@/lib/schema';
import { storedItem } from './stored-values';

/**
 * The form of all that is stored. It changes whenever what an earlier build has stored reads no longer:
 * the worker then drops all but connection, key and preferences.
 */
export const FORM = 2;

/** The form of what each area holds. */
export const formItems = {
  local: storedItem('local', 'form', z.number()),
  session: storedItem('session', 'form', z.number()),
};
