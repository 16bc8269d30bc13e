import { computed, type ReadonlySignal } from '@preact/signals';
import { fold } from '@/components/app/fold';

/**
 * Returns the items that were not on a list at the last press. An item that has left the list and
 * returned is also new.
 * @param idsAtPress the ids on the list at the last press
 * @param items the current list
 */
export function newsSincePress<Item extends { id: string }>(
  idsAtPress: ReadonlySignal<readonly string[]>,
  items: ReadonlySignal<readonly Item[]>,
): ReadonlySignal<readonly Item[]> {
  const known = fold(
    computed(() => ({ idsAtPress: idsAtPress.value, items: items.value })),
    { idsAtPress: idsAtPress.value, ids: idsAtPress.value, news: [] as readonly Item[] },
    (former, { idsAtPress, items }) => {
      const before = former.idsAtPress === idsAtPress ? former.ids : idsAtPress;
      return {
        idsAtPress,
        ids: before.filter((id) => items.some((item) => item.id === id)),
        news: items.filter(({ id }) => !before.includes(id)),
      };
    },
  );
  return computed(() => known.value.news);
}
