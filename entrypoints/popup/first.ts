import type { FirstPopup } from '@/components/popup/popup-state';
import { attempt } from '@/lib/attempt';
import { draftsItem } from '@/lib/browser/kept';
import type { EarlyQuestion } from '@/lib/state/early-answer';
import { createFirstForm, createFirstList } from '@/lib/state/first-popup';
import { isMoreThanFirst } from '@/lib/state/more-than-first';
import { background, type Opening } from './opening';

/** Makes what the first frame shows; null where there is no connection. */
export function firstPopup(
  { form: formStart, stored }: Opening,
  soon: FirstPopup['soon'],
): FirstPopup | null {
  if (stored === null) return null;
  return {
    form: createFirstForm({
      ...formStart,
      draftsItem,
      soon: (press) => soon(({ form }) => press(form)),
    }),
    list: createFirstList({
      stored: stored.list.value(),
      query: stored.query,
      soon: (press) => soon(({ list }) => press(list)),
    }),
    history: { value: stored.history.value() },
    awaited: { value: stored.awaited.value() ?? [] },
    soon,
  };
}

/** Asks for the list as it is now, which takes longer than what comes later. */
export function askEarly(first: FirstPopup | null): EarlyQuestion | null {
  if (first === null) return null;
  const query = first.list.query.value;
  return { query, answer: attempt(() => background.list(query)) };
}

/** Whether the popup opens with more than that. */
export function opensWithMore({ stored, setAside }: Opening, first: FirstPopup | null): boolean {
  if (stored === null || first === null || setAside.value() !== undefined) return true;
  return isMoreThanFirst(first.form, first.list, {
    list: stored.list.value(),
    queue: stored.queue.value(),
    deletions: stored.deletions.value(),
    history: stored.history.value(),
  });
}
