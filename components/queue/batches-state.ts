import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { PageKernel } from '@/components/app/page-kernel';
import type { Commands } from '@/components/ui/state/attempt';
import { attemptOften } from '@/components/ui/state/attempt';
import type { Failure } from '@/lib/failure';
import { isOpen } from '@/lib/jobs/job';
import type { Confirmation, JobAction, JobLine, NewJob } from '@/lib/jobs/types';
import type { Result } from '@/lib/result';

interface BatchesOptions {
  /** Gets a new value with each press on the page. */
  pressed: ReadonlySignal<unknown>;
  /** Called when a press creates a batch. Finished operations then lose their lines. */
  press(): void;
  /** Shared with the page's other commands, so that only the latest failure is shown. */
  commands: Commands;
}

/** What a page adds to the line of an ended batch of updates that the page has requested. */
export interface Ending {
  /** Returns the sentence that replaces the number of updated reports; null keeps the number. */
  sentence(line: JobLine): string | null;
  buttons(): readonly { label: string; onPress: () => void }[];
}

export type Batches = ReturnType<typeof createBatches>;

export function createBatches(
  { background, connectionId, createJob, state: { queue } }: PageKernel,
  { pressed, press, commands }: BatchesOptions,
) {
  /** Ids of the batches that were open at the last press on the page, or were created since. */
  const followed = signal<readonly string[]>([]);
  const endings = new Map<string, Ending>();
  const openIds = () => queue.value.batches.filter(isOpen).map(({ id }) => id);
  const isFollowed = ({ id }: JobLine) => followed.value.includes(id);

  effect(() => {
    const fresh = openIds().filter((id) => !followed.peek().includes(id));
    if (fresh.length > 0) followed.value = [...followed.peek(), ...fresh];
  });

  pressed.subscribe(() => {
    followed.value = openIds();
  });

  const keepsLine = (line: JobLine) =>
    line.kind === 'create' ? !line.isSeen : line.counts.needsAttention > 0 || isFollowed(line);
  const shown = computed(() =>
    queue.value.batches.filter((line) => isOpen(line) || keepsLine(line)),
  );

  return {
    /**
     * Batches with a line, newest first. Open batches always have a line. Ended creations keep the
     * line until a person has seen their end. Ended edits keep the line while operations need
     * attention. Edits that ended while the page was open also keep it until the next press.
     */
    shown,
    /** Shown batches that ended while the page was open. */
    ended: computed(() => shown.value.filter((line) => isFollowed(line) && !isOpen(line))),
    /** Stores a batch. The batch's id makes a repeated call safe. */
    async create(
      batch: Omit<NewJob, 'isBatch'>,
      ending?: Ending,
    ): Promise<Result<Confirmation | null>> {
      press();
      if (ending) endings.set(batch.id, ending);
      return attemptOften(() => createJob({ ...batch, isBatch: true }));
    },
    /** Returns the sentence of the page that requested the batch; null if there is none. */
    endingOf: (line: JobLine): string | null => endings.get(line.id)?.sentence(line) ?? null,
    buttonsAt: (line: JobLine) => (isOpen(line) ? [] : (endings.get(line.id)?.buttons() ?? [])),
    update(line: JobLine, action: JobAction): void {
      void commands.run(placeOf(line), () => background.updateJob(connectionId, line.id, action));
    },
    /** Returns why the last command for a batch failed; null once the batch's state changes. */
    failureAt: (line: JobLine): Failure | null => commands.failureAt(placeOf(line)),
  };
}

/** Returns the place of a command's failure. The place changes with the state of the batch. */
function placeOf(line: JobLine): string {
  const { id, isPaused, pauseReason } = line;
  return [id, isPaused, pauseReason?.code, isOpen(line)].join(' ');
}
