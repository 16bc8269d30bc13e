import { FORM, formItems } from '@/lib/storage/form';
import type { StoredItem } from '@/lib/storage/stored-item';
import { readTogether, type StoredValues } from '@/lib/storage/stored-values';
import { type Front, frontItem } from './front';
import { noOutcomes, type Outcomes, outcomesItem } from './outcomes';
import { EMPTY_VIEW, type View, viewItem } from './view';

/** What a page is painted from. */
export interface Shown {
  front: Front;
  view: View;
  outcomes: Outcomes;
}

const SHOWN = [formItems.local, formItems.session, frontItem, viewItem, outcomesItem];

/**
 * Reads what a page is painted from, and what it remembers beside that, at once. Rejects where the
 * store cannot be read.
 * @param remembered what else is read with it
 * @param prepare has the worker bring the store into its form, which may still be that of another build,
 *   or of a browser that has just started
 */
export async function readFirst(
  remembered: readonly Pick<StoredItem<unknown>, 'key'>[],
  prepare: () => Promise<unknown>,
): Promise<StoredValues> {
  const items = [...SHOWN, ...remembered];
  const stored = await readTogether(items);
  if (isInForm(stored)) return stored;
  await prepare();
  const prepared = await readTogether(items);
  if (!isInForm(prepared)) throw new Error('The store has another form');
  return prepared;
}

/** Without a front, or with half of one, a page would show no connection. */
function isInForm(stored: StoredValues): boolean {
  const isFront = stored(frontItem) !== undefined;
  return isFront && stored(formItems.local) === FORM && stored(formItems.session) === FORM;
}

/** The three together: what is of another connection than the front's is none. */
export function shownOf(
  front: Front = { connection: null, newest: null },
  view: View | undefined,
  outcomes: Outcomes | undefined,
): Shown {
  const id = front.connection?.id ?? '';
  return {
    front,
    view: view?.connectionId === id ? view : { ...EMPTY_VIEW, connectionId: id },
    outcomes: outcomes?.connectionId === id ? outcomes : noOutcomes(id, 0),
  };
}
