import { z } from '@/lib/schema';
import { storedItem } from './stored-values';

/**
 * The form of all that is stored, since 1.0.0. Where another form is stored, or none, the worker drops
 * all but connection, key and preferences: whoever changes it reads what the release before has stored
 * into the new one first, since reports that wait would be lost.
 */
export const FORM = 2;

/** The form of what each area holds. */
export const formItems = {
  local: storedItem('local', 'form', z.number()),
  session: storedItem('session', 'form', z.number()),
};
