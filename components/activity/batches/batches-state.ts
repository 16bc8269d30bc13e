import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { ActivityView } from '@/components/activity/subject';
import { attemptOften } from '@/components/ui/state/attempt';
import type { Commands } from '@/components/ui/state/command-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import { type BatchAct, type BatchLine, isOpen, type NewBatch } from '@/lib/task/batch/batch';

interface BatchesTools {
  background: Pick<BackgroundApi, 'addBatch' | 'steerBatch'>;
  view: ReadonlySignal<ActivityView>;
  /** Another value at each press on the page. */
  pressed: ReadonlySignal<unknown>;
  /** Called with a press of this page: what is over is told no more. */
  press(): void;
  /** The page's: one failure is said at a time. */
  commands: Commands;
}

/** What is said of a batch that has ended, in place of how many reports it has changed; null: just that. */
type Ending = (line: BatchLine) => string | null;

/** The batches that a page tells of. */
export type Batches = ReturnType<typeof createBatches>;

/** Makes them. */
export function createBatches({ background, view, pressed, press, commands }: BatchesTools) {
  /** Ids of those that went on while the page was open; what has ended by a press is told no more. */
  const followed = signal<readonly string[]>([]);
  const endings = new Map<string, Ending>();
  const openIds = () => view.value.batches.filter(isOpen).map(({ id }) => id);
  const isFollowed = ({ id }: BatchLine) => followed.value.includes(id);

  effect(() => {
    const fresh = openIds().filter((id) => !followed.peek().includes(id));
    if (fresh.length > 0) followed.value = [...followed.peek(), ...fresh];
  });

  pressed.subscribe(() => {
    followed.value = openIds();
  });

  const isTold = (line: BatchLine) =>
    line.kind === 'create' ? !line.isSeen : line.failed > 0 || isFollowed(line);
  const shown = computed(() => view.value.batches.filter((line) => isOpen(line) || isTold(line)));

  return {
    /**
     * Those that go on, the newest first. Creations also where nobody knows yet how they have ended;
     * changes and deletions where some of them need a person, and where they have ended while this page
     * was open, until the next press.
     */
    shown,
    /** Those that have ended while the page was open. */
    ended: computed(() => shown.value.filter((line) => isFollowed(line) && !isOpen(line))),
    /** Has a batch stored; its id makes sure that asking again stores no second one. */
    async ask(batch: NewBatch, ending?: Ending): Promise<Outcome<null>> {
      press();
      if (ending) endings.set(batch.id, ending);
      return attemptOften(() => background.addBatch(batch));
    },
    /** What its changes have come to, as the page knows it that has asked for them; null where it does not. */
    endingOf: (line: BatchLine): string | null => endings.get(line.id)?.(line) ?? null,
    /** Does something with a batch as a whole. */
    steer(line: BatchLine, act: BatchAct): void {
      void commands.run(placeOf(line), () => background.steerBatch(line.id, act));
    },
    /** Why the last command about a batch failed, while the batch stands as it did then; null where it did not. */
    failureAt: (line: BatchLine): Failure | null => commands.failureAt(placeOf(line)),
  };
}

/** What a command may have been about: the batch as it goes on, paused, or has ended. */
function placeOf(line: BatchLine): string {
  const { id, isPaused, needsPassword } = line;
  return [id, isPaused, needsPassword, isOpen(line)].join(' ');
}
