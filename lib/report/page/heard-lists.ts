import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { ReadList, StoredList } from '@/lib/connection/connection';
import type { Deletion } from '@/lib/deletion/deletion';

/** The lists that a page has heard of: what is stored, and what its own question was answered with. */
export interface HeardLists {
  /** At most two, the newest last. */
  lists: ReadonlySignal<readonly ReadList[]>;
  /** Takes the answer to a question; questions count upwards, and a later one's answer stays. */
  take(question: number, reply: ReadList): void;
  /** Whether a list is a reply that nothing stored is as new as, so that no change reaches it. */
  isReplyAlone(list: ReadList): boolean;
}

interface HeardListTools {
  stored: ReadonlySignal<StoredList | undefined>;
  deletions: ReadonlySignal<readonly Deletion[]>;
}

/** Makes the place where replies and the store meet. */
export function createHeardLists({ stored, deletions }: HeardListTools): HeardLists {
  const reply = signal<ReadList | null>(null);
  let newestQuestion = 0;
  const fromStore = computed(() => stored.value && { ...stored.value, unkept: null });

  // The background takes a deleted report out of the stored list, and can do nothing for a reply.
  let sending: string[] = [];
  effect(() => {
    const pending = deletions.value;
    const deleted = sending.filter((id) => !pending.some(({ report }) => report.id === id));
    sending = pending.filter(({ state }) => state === 'sending').map(({ report }) => report.id);
    const before = reply.peek();
    if (before === null || deleted.length === 0) return;
    const reports = before.reports.filter(({ id }) => !deleted.includes(id));
    const count = before.reports.length - reports.length;
    reply.value = { ...before, reports, total: before.total && before.total - count };
  });

  return {
    lists: computed(() => {
      const kept = fromStore.value;
      const read = reply.value;
      if (read === null) return kept === undefined ? [] : [kept];
      if (kept === undefined) return [read];
      // Of the same age, the stored one knows what has changed since, if it is the whole list.
      const isNewer = read.readAt > kept.readAt;
      const isFuller = read.readAt === kept.readAt && read.unkept !== null;
      return isNewer || isFuller ? [kept, read] : [read, kept];
    }),
    take(question, answered) {
      if (question < newestQuestion) return;
      newestQuestion = question;
      reply.value = answered;
    },
    isReplyAlone: (list) => list === reply.value,
  };
}
