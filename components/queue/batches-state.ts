import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Commands } from '@/components/ui/state/attempt';
import { attemptOften } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { isOpen } from '@/lib/jobs/job';
import type { QueueSummary } from '@/lib/jobs/queue';
import type { Confirmation, JobAction, JobLine, NewJob } from '@/lib/jobs/types';
import type { Result } from '@/lib/result';

interface BatchesTools {
  background: Pick<BackgroundApi, 'createJob' | 'updateJob'>;
  connectionId: string;
  queue: ReadonlySignal<Pick<QueueSummary, 'batches'>>;
  /** Another value at each press on the page. */
  pressed: ReadonlySignal<unknown>;
  /** Called with a press of this page: what is finished has no line any more. */
  press(): void;
  /** The page's: one failure is announced at a time. */
  commands: Commands;
}

/** What a page knows of a batch whose updates it has requested. */
export interface Ending {
  /** What is said once it has ended, in place of how many reports it has updated; null: just that. */
  sentence(line: JobLine): string | null;
  /** What can be pressed then. */
  buttons(): readonly { label: string; onPress: () => void }[];
}

/** The batches that a page shows. */
export type Batches = ReturnType<typeof createBatches>;

/** Makes them. */
export function createBatches(tools: BatchesTools) {
  const { background, connectionId, queue, pressed, press, commands } = tools;
  /** Ids of those that went on while the page was open; what has ended by a press has no line any more. */
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
     * Those that go on, the newest first. Creations also where nobody has seen yet how they have ended;
     * updates and deletions where some of them need attention, and where they have ended while this page
     * was open, until the next press.
     */
    shown,
    /** Those that have ended while the page was open. */
    ended: computed(() => shown.value.filter((line) => isFollowed(line) && !isOpen(line))),
    /** Has a batch stored; its id makes sure that a repeated call stores no second one. */
    async create(
      batch: Omit<NewJob, 'isBatch'>,
      ending?: Ending,
    ): Promise<Result<Confirmation | null>> {
      press();
      if (ending) endings.set(batch.id, ending);
      return attemptOften(() => background.createJob(connectionId, { ...batch, isBatch: true }));
    },
    /** What its updates have come to, as the page knows it that has requested them; null where it does not. */
    endingOf: (line: JobLine): string | null => endings.get(line.id)?.sentence(line) ?? null,
    /** What can be pressed at the line of a batch that has ended. */
    buttonsAt: (line: JobLine) => (isOpen(line) ? [] : (endings.get(line.id)?.buttons() ?? [])),
    /** Does something with a batch as a whole. */
    update(line: JobLine, action: JobAction): void {
      void commands.run(placeOf(line), () => background.updateJob(connectionId, line.id, action));
    },
    /** Why the last command about a batch failed, while the batch stands as it did then; null where it did not. */
    failureAt: (line: JobLine): Failure | null => commands.failureAt(placeOf(line)),
  };
}

/** What a command may have been about: the batch as it goes on, paused, or has ended. */
function placeOf(line: JobLine): string {
  const { id, isPaused, pauseReason } = line;
  return [id, isPaused, pauseReason?.code, isOpen(line)].join(' ');
}
