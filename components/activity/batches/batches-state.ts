import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { ActivityView } from '@/components/activity/subject';
import { attempt, attemptOften } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { type BatchAct, type BatchLine, isOpen, type NewBatch } from '@/lib/task/batch/batch';

interface BatchesTools {
  background: Pick<BackgroundApi, 'addBatch' | 'steerBatch'>;
  view: ReadonlySignal<ActivityView>;
}

/** The batches that a page tells of. */
export type Batches = ReturnType<typeof createBatches>;

/** Makes them. */
export function createBatches({ background, view }: BatchesTools) {
  /** Ids of those that this page has asked for, or taken back. */
  const own = signal<readonly string[]>([]);
  const isOwn = ({ id }: BatchLine) => own.value.includes(id);

  function adopt(id: string): void {
    // What was done before is told no more.
    const open = new Set(view.value.batches.filter(isOpen).map((line) => line.id));
    own.value = [...own.value.filter((one) => open.has(one) && one !== id), id];
  }

  // A batch of creations has a place of its own, which tells the rest.
  const shown = computed(() =>
    view.value.batches.filter(
      (line) => isOpen(line) || (line.kind !== 'create' && (line.failed > 0 || isOwn(line))),
    ),
  );

  return {
    /**
     * Those that go on, the newest first. Changes and deletions also where some of them need a person,
     * and where they have ended since this page has asked for them.
     */
    shown,
    /** Those of the page's own that have ended. */
    ended: computed(() => shown.value.filter((line) => isOwn(line) && !isOpen(line))),
    /** Has a batch stored; its id makes sure that asking again stores no second one. */
    async ask(batch: NewBatch): Promise<Outcome<null>> {
      const outcome = await attemptOften(() => background.addBatch(batch));
      if (!hasFailed(outcome)) adopt(batch.id);
      return outcome;
    },
    /** Does something with a batch as a whole. */
    steer(id: string, act: BatchAct): void {
      if (act.kind === 'cancel' || act.kind === 'retry') adopt(id);
      void attempt(() => background.steerBatch(id, act));
    },
  };
}
