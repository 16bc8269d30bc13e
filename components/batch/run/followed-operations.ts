import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { storage } from 'wxt/utils/storage';
import { fold } from '@/components/app/fold';
import { chunkKeys, chunkPrefix, operationsIn } from '@/lib/jobs/job-items';
import type { JobLine, Operation } from '@/lib/jobs/types';

/** Pause between two updates of the view while a batch runs. */
const BETWEEN_PAINTS_MS = 250;

/** The operations of a batch by number, in order. */
export type Operations = ReadonlyMap<number, Operation>;

interface FollowTools {
  connectionId: string;
  /** Undefined without a batch. */
  line: ReadonlySignal<JobLine | undefined>;
  /** Watches the stored keys with a prefix. Returns a function that ends the watch. */
  watch(prefix: string, onChange: (name: string, value: unknown) => void): () => void;
}

/** The stored operations of a batch. */
export interface FollowedOperations {
  operations: ReadonlySignal<Operations>;
  status: ReadonlySignal<'idle' | 'loading' | 'ready' | 'failed'>;
}

/** The fields that determine where the operations of a batch are stored. */
type StoredBatch = Pick<JobLine, 'id' | 'size' | 'isPrivate' | 'chunkSize'>;

/** The operations of a batch that were read. */
interface Reading {
  batchId: string;
  operations: Operations;
  status: 'loading' | 'ready' | 'failed';
}

const NO_OPERATIONS: Operations = new Map();

/** Reads the operations of a batch, and follows their changes. */
export function followOperations({ connectionId, line, watch }: FollowTools): FollowedOperations {
  const reading = signal<Reading | null>(null);
  // The worker stores the operations in larger parts when the batch has finished.
  const stored = fold<StoredBatch | null, StoredBatch | null>(
    computed(() => (line.value === undefined ? null : storedBatch(line.value))),
    null,
    (former, now) => (JSON.stringify(former) === JSON.stringify(now) ? former : now),
  );
  const current = computed(() =>
    reading.value?.batchId === stored.value?.id ? reading.value : null,
  );

  /** Returns a function that ends the reading and the watch. */
  function follow(batch: StoredBatch): () => void {
    /** Stored chunks that `reading` lacks, by number. */
    const unread = new Map<number, unknown>();
    let planned: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;

    function show(status?: Reading['status']): void {
      clearTimeout(planned);
      planned = undefined;
      if (isStopped) return;
      const all = new Map(current.value?.operations);
      for (const [chunk, value] of unread) {
        for (const [index, operation] of operationsIn(batch, chunk, value)) {
          all.set(index, operation);
        }
      }
      unread.clear();
      reading.value = {
        batchId: batch.id,
        operations: new Map([...all].sort(([one], [other]) => one - other)),
        status: status ?? current.value?.status ?? 'loading',
      };
    }

    const { stop, read } = followParts(
      async () => {
        const items = await storage.getItems(chunkKeys(connectionId, batch));
        return items.map(({ value }, chunk) => ({ chunk, value }));
      },
      (onChange) =>
        watch(chunkPrefix(connectionId, batch), (chunk, value) =>
          onChange(Number(chunk), { chunk: Number(chunk), value }),
        ),
      (chunks) => {
        for (const { chunk, value } of chunks) unread.set(chunk, value);
        // Collects further changes before the next update of the view.
        planned ??= setTimeout(show, BETWEEN_PAINTS_MS);
      },
    );
    void read.then((isRead) => show(isRead ? 'ready' : 'failed'));
    return () => {
      isStopped = true;
      stop();
      clearTimeout(planned);
    };
  }

  effect(() => (stored.value === null ? undefined : follow(stored.value)));

  return {
    operations: computed(() => current.value?.operations ?? NO_OPERATIONS),
    status: computed(() => (stored.value === null ? 'idle' : (current.value?.status ?? 'loading'))),
  };
}

/** Returns null for a batch without operations. */
function storedBatch({ id, size, isPrivate, chunkSize }: JobLine): StoredBatch | null {
  if (size === 0) return null;
  return { id, size, isPrivate, ...(chunkSize !== undefined && { chunkSize }) };
}

/**
 * Reads a value that is stored in parts, and follows changes of the parts. A change during the read
 * is newer than the read value. A failed read gives no parts.
 * @param watch calls back with each changed part and its number; returns a function that ends the
 *   watch
 * @param onParts called with the parts that were read, and with each changed part
 * @returns `stop` ends the watch; `read` resolves to whether the read has succeeded
 */
export function followParts<Part>(
  read: () => Promise<readonly Part[]>,
  watch: (onChange: (at: number, part: Part) => void) => () => void,
  onParts: (parts: readonly Part[]) => void,
): { stop: () => void; read: Promise<boolean> } {
  const changed = new Set<number>();
  const stop = watch((at, part) => {
    changed.add(at);
    onParts([part]);
  });
  const reading = read().then(
    (parts) => {
      onParts(parts.filter((_, at) => !changed.has(at)));
      return true;
    },
    () => false,
  );
  return { stop, read: reading };
}
