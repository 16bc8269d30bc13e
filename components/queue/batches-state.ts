import { computed, type ReadonlySignal } from '@preact/signals';
import type { PageKernel } from '@/components/app/page-kernel';
import { attemptWithRetries } from '@/components/ui/state/attempt';
import type { Failure } from '@/lib/failure';
import { isOpen } from '@/lib/jobs/job';
import type { Confirmation, JobAction, JobLine, NewJob } from '@/lib/jobs/types';
import type { Result } from '@/lib/result';
import { newsSincePress } from './news-since-press';
import type { PageJobs } from './page-jobs';

/** A button of an ended batch. */
interface EndingButton {
  label: string;
  onPress(): void;
}

/**
 * The sentence and the buttons for the end of a batch of updates, from the page that has requested
 * the batch.
 */
export interface Ending {
  /** Returns the sentence that replaces the number of updated reports; null keeps the number. */
  sentence(line: JobLine): string | null;
  buttons(): readonly EndingButton[];
}

/** The batches of a page. */
export interface Batches {
  /**
   * Batches with a line, newest first. Open batches always have a line. Ended creations keep the
   * line until a person has seen their end. Ended edits keep the line while operations need
   * attention. Edits that ended while the page was open keep the line until the next press.
   */
  shown: ReadonlySignal<readonly JobLine[]>;
  /** Shown batches that ended while the page was open. */
  ended: ReadonlySignal<readonly JobLine[]>;
  /** Stores a batch. The batch's id makes a repeated call safe. */
  create(batch: Omit<NewJob, 'isBatch'>, ending?: Ending): Promise<Result<Confirmation | null>>;
  /** Returns the sentence of the page that requested the batch; null if there is none. */
  endingOf(line: JobLine): string | null;
  buttonsAt(line: JobLine): readonly EndingButton[];
  update(line: JobLine, action: JobAction): void;
  /** Returns why the last command for a batch failed; null once the batch's state changes. */
  failureAt(line: JobLine): Failure | null;
}

export function createBatches(
  kernel: PageKernel,
  { pressed, press }: Pick<PageJobs, 'pressed' | 'press'>,
): Batches {
  const { background, connectionId, commands, createJob } = kernel;
  const { queue } = kernel.state;
  const endings = new Map<string, Ending>();
  const justEnded = newsSincePress(
    computed(() => pressed.value.endedBatches),
    computed(() => queue.value.batches.filter((line) => !isOpen(line))),
  );
  const shown = computed(() => {
    const news = justEnded.value;
    return queue.value.batches.filter((line) => {
      if (isOpen(line)) return true;
      if (line.kind === 'create') return !line.isSeen;
      return line.counts.needsAttention > 0 || news.includes(line);
    });
  });

  return {
    shown,
    ended: computed(() => justEnded.value.filter((line) => shown.value.includes(line))),
    async create(batch, ending) {
      press();
      if (ending) endings.set(batch.id, ending);
      return attemptWithRetries(() => createJob({ ...batch, isBatch: true }));
    },
    endingOf: (line) => endings.get(line.id)?.sentence(line) ?? null,
    buttonsAt: (line) => (isOpen(line) ? [] : (endings.get(line.id)?.buttons() ?? [])),
    update(line, action) {
      const subject = batchSubject(line, action.kind);
      void commands.run(subject, () => background.updateJob(connectionId, line.id, action));
    },
    failureAt: (line) =>
      ACTION_KINDS.map((kind) => commands.failureAt(batchSubject(line, kind))).find(Boolean) ??
      null,
  };
}

const ACTION_KINDS: readonly JobAction['kind'][] = [
  'pause',
  'resume',
  'cancel',
  'retry',
  'remove',
  'markSeen',
];

/**
 * Returns the subject of an action on a batch. *Cancel* has another subject than *Pause*, because a
 * person may press it before the reply. The subject changes with the state of the batch.
 */
function batchSubject(line: JobLine, kind: JobAction['kind']): string {
  const { id, isPaused, pauseReason } = line;
  return [kind, id, isPaused, pauseReason?.code, isOpen(line)].join(' ');
}
