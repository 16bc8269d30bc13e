import type { FirstPopup } from '@/components/popup/popup-state';
import { draftsItem } from '@/lib/browser/kept';
import { INITIAL_PREFERENCES } from '@/lib/model/preferences';
import { reportablePageUrl } from '@/lib/model/report-url';
import { createFirstForm, createFirstList } from '@/lib/state/first-popup';
import { isMoreThanFirst } from '@/lib/state/more-than-first';
import type { Opening } from './opening';

/** Makes what the first frame shows; null where there is no connection. */
export function firstPopup(
  { preferences, drafts, stored, tab }: Opening,
  soon: FirstPopup['soon'],
): FirstPopup | null {
  if (stored === null) return null;
  return {
    form: createFirstForm({
      pageUrl: reportablePageUrl(tab.url),
      defaultPrivacy: (preferences ?? INITIAL_PREFERENCES).defaultPrivacy,
      drafts: drafts ?? [],
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
