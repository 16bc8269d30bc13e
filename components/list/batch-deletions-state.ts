import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { followParts } from '@/components/ui/state/followed-parts';
import { type BatchLine, isOpen } from '@/lib/task/batch/batch';
import {
  type batchEntries,
  deletedReports,
  type ReportEntry,
  reportEntriesOf,
} from '@/lib/task/batch/batch-entries';

interface BatchDeletionsTools {
  batches: ReadonlySignal<readonly BatchLine[]>;
  entries: Pick<ReturnType<typeof batchEntries>, 'prefix' | 'readReports'>;
  /** Follows what is stored under keys that begin so; gives the way to stop. */
  watch(prefix: string, onChange: (name: string, value: unknown) => void): () => void;
}

type Rows = ReadonlyMap<number, ReportEntry>;

/** Follows which reports batches delete: each from when a batch is seen that goes on. */
export function followBatchDeletions({ batches, entries, watch }: BatchDeletionsTools) {
  const followed = new Map<string, Promise<void>>();
  /** By the batch's id. Those of a batch that has ended stay: lists in memory still hold its reports. */
  const rows = signal<ReadonlyMap<string, Rows>>(new Map());

  function follow({ id, size }: BatchLine): Promise<void> {
    const { read } = followParts(
      () => entries.readReports({ id, size }),
      (onChange) =>
        watch(entries.prefix(id), (name, value) => {
          const at = Number(name);
          // A batch that is taken off the list has deleted what it has.
          if (value !== undefined) onChange(at, reportEntriesOf(at, value));
        }),
      (parts) => {
        const known = rows.peek().get(id) ?? [];
        rows.value = new Map([...rows.peek(), [id, new Map([...known, ...parts.flat()])]]);
      },
    );
    return read;
  }

  effect(() => {
    for (const batch of batches.value) {
      const isNew = batch.kind === 'delete' && isOpen(batch) && !followed.has(batch.id);
      if (isNew) followed.set(batch.id, follow(batch));
    }
  });

  return {
    /** Ids of the reports that no list shows. */
    ids: computed<readonly string[]>(() =>
      [...rows.value.values()].flatMap((entry) => [...deletedReports(entry.values())]),
    ),
    /** Resolves when the rows of all batches that go on now are read. */
    read: () => Promise.all(followed.values()),
  };
}
