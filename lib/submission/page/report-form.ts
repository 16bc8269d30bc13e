import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/lib/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { type Failure, isOutcomeUnknown } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { StoredItem } from '@/lib/stored-item';
import { draftOf, type FormDrafts, withDraft, withoutDraft } from '@/lib/submission/form-drafts';
import { type DraftProblems, type ReportDraft, readDraft } from '@/lib/submission/report-draft';
import { strongPassword } from '@/lib/submission/strong-password';
import type { Creation } from '@/lib/submission/submission';
import { pageKey } from '@/lib/url/page-key';
import { type PublishingRisk, publishingRisks } from '@/lib/url/publishing-risk';
import { readReportUrl } from '@/lib/url/report-url';
import { type UrlAlternative, urlAlternatives } from '@/lib/url/url-alternatives';

/** How the last press of Create report ended. */
export type Submitting =
  | { state: 'sending'; id: string }
  /** `report` is null when the service accepted it without showing it. */
  | { state: 'created'; url: string; report: Report | null }
  /** It is on the way, and goes on by itself. */
  | { state: 'queued'; failure: Failure }
  /** Refused. */
  | { state: 'failed'; id: string; failure: Failure }
  /** Held back: publishing this may do harm, and takes a press of its own. */
  | { state: 'held'; risks: PublishingRisk[] };

/** The form that reports a page: what is in it, what is wrong with it, what became of it. */
export interface ReportForm {
  /** The page's own address, null where it cannot be reported. */
  pageUrl: string | null;
  url: ReadonlySignal<string>;
  privacy: ReadonlySignal<Privacy>;
  password: ReadonlySignal<string>;
  /** Found by the last press, until the field is changed. */
  problems: ReadonlySignal<DraftProblems>;
  /** The address that will go out, where it is not the text of the field; null otherwise. */
  sentUrl: ReadonlySignal<string | null>;
  /** Other addresses that could be sent for the one in the field. */
  alternatives: ReadonlySignal<UrlAlternative[]>;
  submission: ReadonlySignal<Submitting | null>;
  enterUrl(text: string): void;
  /** Writes out what is meant by the text of the URL field: then it is exactly what will be sent. */
  leaveUrl(): void;
  choosePrivacy(privacy: Privacy): void;
  enterPassword(text: string): void;
  makePassword(): void;
  /** Tells the address that the page itself names as its own. */
  offerCanonical(url: string | null): void;
  /** Sends the form, unless it is being sent already. Nothing typed is lost when it fails. */
  submit(): Promise<void>;
  /** Sends a form that was held back, whatever the risks. */
  publishAnyway(): Promise<void>;
}

interface ReportFormTools {
  background: Pick<BackgroundApi, 'create' | 'discard'>;
  pageUrl: string | null;
  isPrivateWindow: boolean;
  defaultPrivacy: Privacy;
  /** What was kept when the popup last opened. */
  drafts: FormDrafts;
  draftsItem: StoredItem<FormDrafts>;
  newId(): string;
}

/** How often the background is asked again when it was stopped before it could answer. */
const MOST_ATTEMPTS = 3;

/** Makes the form for the page in front, with what was half-filled there before. */
export function createReportForm(tools: ReportFormTools): ReportForm {
  const { background, pageUrl, isPrivateWindow, defaultPrivacy, draftsItem, newId } = tools;
  const page = pageUrl ?? '';
  let drafts = tools.drafts;
  const draft = draftOf(drafts, page, defaultPrivacy);
  const url = signal(draft.url);
  const privacy = signal(draft.privacy);
  const password = signal('');
  const problems = signal<DraftProblems>({});
  const submission = signal<Submitting | null>(null);
  const canonical = signal<string | null>(null);

  function keepDraft(): void {
    const isUntouched = url.value === page && privacy.value === defaultPrivacy;
    drafts = isUntouched
      ? withoutDraft(drafts, page)
      : withDraft(drafts, { page, url: url.value, privacy: privacy.value });
    void draftsItem.write(drafts);
  }

  /** What came of the last press, and what a second one would agree to, is about the form as it was. */
  function forgetPress(): void {
    if (submission.value?.state !== 'sending') submission.value = null;
  }

  function dropDraft(): void {
    drafts = withoutDraft(drafts, page);
    void draftsItem.write(drafts);
  }

  /**
   * The same id joins what is under way, so that asking again makes nothing twice; null when the
   * background has not answered at all.
   */
  async function createOnce(id: string, draft: ReportDraft): Promise<Outcome<Creation> | null> {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      try {
        return await background.create(id, draft, isPrivateWindow);
      } catch {
        // Stopped in the middle; the next message starts it anew.
      }
    }
    return null;
  }

  /** The id of a press that was not answered, while the form is still as it was. */
  function unansweredId(): string | null {
    const last = submission.value;
    return last?.state === 'failed' && last.failure.code === 'interrupted' ? last.id : null;
  }

  function leaveUrl(): void {
    const read = readReportUrl(url.value);
    if ('problem' in read || read.value === url.value) return;
    url.value = read.value;
    keepDraft();
  }

  function enterPassword(text: string): void {
    forgetPress();
    password.value = text;
    problems.value = withoutProblem(problems.value, 'password');
  }

  return {
    pageUrl,
    url,
    privacy,
    password,
    problems,
    submission,
    alternatives: computed(() => {
      // What the page in front names as its address is of no use for another.
      const isThisPage = pageUrl !== null && pageKey(url.value) === pageKey(pageUrl);
      return urlAlternatives(url.value, isThisPage ? canonical.value : null);
    }),
    sentUrl: computed(() => {
      const read = readReportUrl(url.value);
      return 'problem' in read || read.value === url.value.trim() ? null : read.value;
    }),
    enterUrl(text) {
      forgetPress();
      url.value = text;
      problems.value = withoutProblem(problems.value, 'url');
      keepDraft();
    },
    leaveUrl,
    choosePrivacy(choice) {
      forgetPress();
      privacy.value = choice;
      problems.value = withoutProblem(problems.value, 'password');
      keepDraft();
    },
    enterPassword,
    offerCanonical(url) {
      canonical.value = url;
    },
    makePassword() {
      enterPassword(strongPassword());
    },
    submit: () => send(false),
    async publishAnyway() {
      if (submission.value?.state === 'held') await send(true);
    },
  };

  /** @param isConfirmed whether a person has agreed to publish whatever the risks */
  async function send(isConfirmed: boolean): Promise<void> {
    if (submission.value?.state === 'sending') return;
    leaveUrl();
    const read = readDraft({ url: url.value, privacy: privacy.value, password: password.value });
    if ('problems' in read) {
      batch(() => {
        problems.value = read.problems;
        submission.value = null;
      });
      return;
    }
    const id = unansweredId() ?? newId();
    const sent = url.value;
    const isPublic = read.value.privacy === Privacy.Public;
    const risks = isPublic && !isConfirmed ? publishingRisks(read.value.url) : [];
    batch(() => {
      problems.value = {};
      submission.value = risks.length > 0 ? { state: 'held', risks } : { state: 'sending', id };
    });
    if (risks.length > 0) return;
    const outcome = await createOnce(id, read.value);
    if (outcome === null) {
      submission.value = { state: 'failed', id, failure: { code: 'interrupted' } };
      return;
    }
    if (hasFailed(outcome) && !isOutcomeUnknown(outcome.failure)) {
      submission.value = { state: 'failed', id, failure: outcome.failure };
      // Refused, and all of it still stands here: nothing else needs to be kept.
      void attempt(() => background.discard(id));
      return;
    }
    // Another address may have been typed meanwhile; it is not what was just reported.
    if (url.value === sent) dropDraft();
    // What nobody knows is told of among the reports on their way, with what can be done.
    submission.value = hasFailed(outcome) ? null : shownOf(outcome.value, read.value.url);
  }
}

function shownOf(creation: Creation, url: string): Submitting {
  return creation.state === 'created' ? { ...creation, url } : creation;
}

function withoutProblem(problems: DraftProblems, field: keyof DraftProblems): DraftProblems {
  const { [field]: _, ...others } = problems;
  return others;
}
