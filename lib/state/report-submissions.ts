import { computed, type ReadonlySignal } from '@preact/signals';
import type { BackgroundOffer } from '@/lib/background/offer';
import type { Submission } from '@/lib/model/submission';
import { attempt } from './attempt';
import type { ReportForm } from './report-form';

/** Reports on their way, or refused, that the form in front does not speak of itself. */
export interface ReportSubmissions {
  shown: ReadonlySignal<readonly Submission[]>;
  /** Puts address and privacy back into the form, and takes the submission off the list. */
  fillInAgain(submission: Submission): void;
  discard(submission: Submission): void;
}

interface ReportSubmissionsTools extends Pick<BackgroundOffer, 'discard'> {
  pending: ReadonlySignal<readonly Submission[]>;
  form: ReportForm;
}

/** Makes the list of submissions. */
export function createReportSubmissions(tools: ReportSubmissionsTools): ReportSubmissions {
  const { pending, form, discard } = tools;
  return {
    shown: computed(() => {
      const own = form.submission.value;
      const ownId = own && 'id' in own ? own.id : null;
      return pending.value.filter(({ id }) => id !== ownId);
    }),
    fillInAgain(submission) {
      form.enterUrl(submission.url);
      form.choosePrivacy(submission.privacy);
      void attempt(() => discard(submission.id));
    },
    discard(submission) {
      void attempt(() => discard(submission.id));
    },
  };
}
