import { computed, type ReadonlySignal } from '@preact/signals';
import { attempt } from '@/lib/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Backoff } from '@/lib/backoff';
import type { Failure } from '@/lib/failure';
import { EMPTY_QUEUE, type QueueView } from '@/lib/submission/queue-view';
import type { Submission } from '@/lib/submission/submission';
import type { ReportForm } from './report-form';

/** Reports on their way, or refused, that the form in front does not speak of itself. */
export interface ReportSubmissions {
  shown: ReadonlySignal<readonly Submission[]>;
  /** Whether the one that the form speaks of is stored, and so goes on without the page. */
  isOwnStored: ReadonlySignal<boolean>;
  /** How many there are beside those that are shown. */
  more: ReadonlySignal<number>;
  /** Why nothing goes out for now, and until when; null while it does. */
  pause: ReadonlySignal<Backoff | null>;
  /** Why some is put off, where the form has not just said it; null where nothing is to be said. */
  reasonOf(postponed: Backoff | Submission): Failure | null;
  /** Puts address and privacy back into the form, and takes the submission off the list. */
  fillInAgain(submission: Submission): void;
  discard(submission: Submission): void;
  /** Sends it again, with its password where that is no longer known. */
  retry(submission: Submission, password?: string): void;
  /** Tries now whether the pause is over. */
  retryNow(): void;
}

interface ReportSubmissionsTools {
  background: Pick<BackgroundApi, 'discard' | 'retry' | 'retryNow'>;
  queue: ReadonlySignal<QueueView | undefined>;
  form: ReportForm;
}

/** Makes the list of submissions. */
export function createReportSubmissions(tools: ReportSubmissionsTools): ReportSubmissions {
  const { background, queue, form } = tools;
  const view = computed(() => queue.value ?? EMPTY_QUEUE);
  const ownId = computed(() => {
    const own = form.submission.value;
    return own && 'id' in own && own.state !== 'queued' ? own.id : null;
  });
  return {
    shown: computed(() => {
      const others = view.value.shown.filter(({ id }) => id !== ownId.value);
      // Always the same, so that nothing is drawn anew where nothing is shown.
      return others.length === 0 ? EMPTY_QUEUE.shown : others;
    }),
    isOwnStored: computed(() => view.value.shown.some(({ id }) => id === ownId.value)),
    more: computed(() => view.value.count - view.value.shown.length),
    pause: computed(() => view.value.pause),
    reasonOf(postponed) {
      if (form.submission.value?.state === 'queued') return null;
      return 'failure' in postponed ? postponed.failure : null;
    },
    fillInAgain(submission) {
      form.enterUrl(submission.url);
      form.choosePrivacy(submission.privacy);
      void attempt(() => background.discard(submission.id));
    },
    discard({ id }) {
      void attempt(() => background.discard(id));
    },
    retry({ id }, password) {
      void attempt(() => background.retry(id, password));
    },
    retryNow() {
      void attempt(() => background.retryNow());
    },
  };
}
