import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { attemptWithRetries } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { NO_READING, type ReadingProgress } from '@/lib/reading-progress';
import { hasFailed, type Result } from '@/lib/result';

interface AllReadingTools {
  background: Pick<BackgroundApi, 'readAllReports' | 'stopReading'>;
  connectionId: string;
  /** The progress that the worker has published; undefined for none. */
  published: ReadonlySignal<ReadingProgress | undefined>;
}

/** The worker's reading of all reports, as this extension page knows it. */
export interface AllReading {
  /** The latest progress. */
  progress: ReadonlySignal<ReadingProgress>;
  /** Whether the worker has replied to this page. Before, the progress may be out of date. */
  hasReply: ReadonlySignal<boolean>;
  /** See `BackgroundApi.readAllReports`. */
  request(isPressed: boolean): void;
  stop(): void;
}

export function createAllReading(tools: AllReadingTools): AllReading {
  const { background, connectionId, published } = tools;
  const reply = signal<ReadingProgress | null>(null);
  const progress = computed(() => {
    const [replied, stored] = [reply.value ?? NO_READING, published.value ?? NO_READING];
    return replied.changedAt >= stored.changedAt ? replied : stored;
  });

  async function call(work: () => Promise<Result<ReadingProgress>>): Promise<void> {
    const result = await attemptWithRetries(work);
    // The list or the backoff shows the same failure.
    if (!hasFailed(result)) reply.value = result.value;
  }

  return {
    progress,
    hasReply: computed(() => reply.value !== null),
    request: (isPressed) => void call(() => background.readAllReports(connectionId, isPressed)),
    stop: () => void call(() => background.stopReading(connectionId)),
  };
}
