import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Drafts, withDraft, withoutDraft } from '@/lib/model/drafts';
import { type Failure, mayHaveBeenDone } from '@/lib/model/failure';
import { hasFailed, type Outcome } from '@/lib/model/outcome';
import { pageKey } from '@/lib/model/page-key';
import { Privacy } from '@/lib/model/privacy';
import { type PublishingRisk, publishingRisks } from '@/lib/model/publishing-risk';
import type { Report } from '@/lib/model/report';
import { type DraftProblems, type ReportDraft, readDraft } from '@/lib/model/report-draft';
import { readReportUrl } from '@/lib/model/report-url';
import type { StoredItem } from '@/lib/model/stored-item';
import { strongPassword } from '@/lib/model/strong-password';
import { type UrlAlternative, urlAlternatives } from '@/lib/model/url-alternatives';
import { attempt } from './attempt';

/** How the last press of Create report ended. */
export type Submission =
  | { state: 'sending'; id: string }
  /** `report` is null when the service accepted it without showing it. */
  | { state: 'created'; url: string; report: Report | null }
  | { state: 'failed'; id: string; failure: Failure }
  /** Held back: publishing this may do harm, and takes a second press. */
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
  submission: ReadonlySignal<Submission | null>;
  enterUrl(text: string): void;
  choosePrivacy(privacy: Privacy): void;
  enterPassword(text: string): void;
  makePassword(): void;
  /** Tells the address that the page itself names as its own. */
  offerCanonical(url: string | null): void;
  /** Sends the form, unless it is being sent already. Nothing typed is lost when it fails. */
  submit(): Promise<void>;
}

interface ReportFormTools {
  pageUrl: string | null;
  defaultPrivacy: Privacy;
  /** What was kept when the popup last opened. */
  drafts: Drafts;
  draftsItem: StoredItem<Drafts>;
  newId(): string;
  create(id: string, draft: ReportDraft): Promise<Outcome<Report | null>>;
  /** Takes a failed submission out of the store. */
  discard(id: string): Promise<Outcome<null>>;
}

/** Makes the form for the page in front, with what was half-filled there before. */
export function createReportForm(tools: ReportFormTools): ReportForm {
  const { pageUrl, defaultPrivacy, draftsItem, newId, create, discard } = tools;
  const page = pageUrl ?? '';
  let drafts = tools.drafts;
  const draft = drafts.find((candidate) => candidate.page === page);
  const url = signal(draft?.url ?? page);
  const privacy = signal<Privacy>(draft?.privacy ?? defaultPrivacy);
  const password = signal('');
  const problems = signal<DraftProblems>({});
  const submission = signal<Submission | null>(null);
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
    async submit() {
      if (submission.value?.state === 'sending') return;
      const read = readDraft({ url: url.value, privacy: privacy.value, password: password.value });
      if ('problems' in read) {
        batch(() => {
          problems.value = read.problems;
          submission.value = null;
        });
        return;
      }
      const id = newId();
      const risks = read.value.privacy === Privacy.Public ? publishingRisks(read.value.url) : [];
      const isConfirmed = submission.value?.state === 'held';
      batch(() => {
        problems.value = {};
        submission.value =
          risks.length > 0 && !isConfirmed ? { state: 'held', risks } : { state: 'sending', id };
      });
      if (submission.value?.state === 'held') return;
      const sent = url.value;
      const outcome = await attempt(() => create(id, read.value));
      if (hasFailed(outcome)) {
        const { failure } = outcome;
        submission.value = { state: 'failed', id, failure };
        // Refused, and all of it still stands here: nothing else needs to be kept.
        if (!mayHaveBeenDone(failure)) void attempt(() => discard(id));
        return;
      }
      // Another address may have been typed meanwhile; it is not what was just reported.
      if (url.value === sent) dropDraft();
      submission.value = { state: 'created', url: read.value.url, report: outcome.value };
    },
  };
}

function withoutProblem(problems: DraftProblems, field: keyof DraftProblems): DraftProblems {
  const { [field]: _, ...others } = problems;
  return others;
}
