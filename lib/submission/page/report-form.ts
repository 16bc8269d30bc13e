import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Privacy } from '@/lib/report/privacy';
import type { StoredItem } from '@/lib/stored-item';
import { draftOf, type FormDrafts } from '@/lib/submission/form-drafts';
import {
  type DraftProblems,
  draftRisks,
  isSameDraft,
  type ReportDraft,
  readDraft,
} from '@/lib/submission/report-draft';
import { strongPassword } from '@/lib/submission/strong-password';
import { pageKey } from '@/lib/url/page-key';
import { readReportUrl } from '@/lib/url/report-url';
import { LONGEST_ADDRESS } from '@/lib/url/typed-address';
import { type UrlAlternative, urlAlternatives } from '@/lib/url/url-alternatives';
import { createFormPresses, type EarlierPress, type Submitting } from './form-presses';
import { createKeptDraft } from './kept-draft';
import { followPresses, type StoredOutcomes } from './press-follow-up';

/** The form that reports a page: what is in it, what is wrong with it, what became of it. */
export interface ReportForm {
  /** The page's own address, null where it cannot be reported. */
  pageUrl: string | null;
  /** Whether what is asked for here is dropped when the browser closes. */
  isPrivateWindow: boolean;
  /** Whether it cannot be reported because it is too long. */
  isPageUrlTooLong: boolean;
  /** False in a tab that is about no page, or no longer: its report was sent before a reload. */
  isAboutPage: boolean;
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
  /** Whether the form as it stands is being sent: a press would do nothing. */
  isSending: ReadonlySignal<boolean>;
  /** Null until one has ended so, and from the next press on. */
  earlier: ReadonlySignal<EarlierPress | null>;
  enterUrl(text: string): void;
  /** Writes out what is meant by the text of the URL field: then it is exactly what will be sent. */
  leaveUrl(): void;
  choosePrivacy(privacy: Privacy): void;
  enterPassword(text: string): void;
  makePassword(): void;
  /** Tells the address that the page itself names as its own. */
  offerCanonical(url: string | null): void;
  /**
   * Sends the form, unless the very same is being sent already. Nothing typed is lost when it fails.
   * While one is sent, another may be.
   */
  submit(): Promise<void>;
  /**
   * Says what a press would meet, before one: a wrong address, or what speaks against publishing.
   * Nothing is sent.
   */
  review(): void;
  /** Sends a form that was held back, whatever the risks. */
  publishAnyway(): Promise<void>;
}

interface ReportFormTools extends StoredOutcomes {
  background: Pick<BackgroundApi, 'create' | 'discard'>;
  pageUrl: string | null;
  isPageUrlTooLong?: boolean;
  /** Default: true. */
  isAboutPage?: boolean;
  isPrivateWindow: boolean;
  /** Of a form in a tab: it is kept under this, since its page is that of another tab. */
  tabToken?: string | undefined;
  defaultPrivacy: Privacy;
  /** What was kept when the popup last opened. */
  drafts: FormDrafts;
  draftsItem: StoredItem<FormDrafts>;
  newId(): string;
}

/** Makes the form for the page in front, with what was half-filled there before. */
export function createReportForm(tools: ReportFormTools): ReportForm {
  const { pageUrl, isPrivateWindow, defaultPrivacy, draftsItem } = tools;
  const untouched = { url: pageUrl ?? '', privacy: null };
  const page = tools.tabToken ?? untouched.url;
  const draft = draftOf(tools.drafts, { page, ...untouched });
  const kept = createKeptDraft(page, draftsItem);
  const url = signal(draft.url);
  const chosenPrivacy = signal(draft.privacy);
  const privacy = computed(() => chosenPrivacy.value ?? defaultPrivacy);
  const password = signal('');
  const problems = signal<DraftProblems>({});
  const canonical = signal<string | null>(null);
  const presses = createFormPresses({ ...tools, stillHolds, onDone: kept.drop });
  const submission = presses.last;
  followPresses(presses, tools);

  function keepDraft(): void {
    const isUntouched = url.value === untouched.url && privacy.value === defaultPrivacy;
    // A tab that is loaded again knows of its page by what is kept alone.
    const isKnown = isUntouched && tools.tabToken === undefined;
    if (isKnown || url.value.length > LONGEST_ADDRESS) kept.drop();
    else kept.keep({ url: url.value, privacy: chosenPrivacy.value });
  }

  function readForm() {
    return readDraft({ url: url.value, privacy: privacy.value, password: password.value });
  }

  /** Whether the form still stands as it was sent. */
  function stillHolds(draft: ReportDraft): boolean {
    const read = readForm();
    return 'value' in read && isSameDraft(read.value, draft);
  }

  /** What came of the last press, and what a second one would agree to, is about the form as it was. */
  function forgetPress(): void {
    if (submission.value?.state !== 'sending') submission.value = null;
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
    isPrivateWindow,
    isPageUrlTooLong: tools.isPageUrlTooLong ?? false,
    isAboutPage: tools.isAboutPage ?? true,
    url,
    privacy,
    password,
    problems,
    submission,
    isSending: presses.isSending,
    earlier: presses.earlier,
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
      chosenPrivacy.value = choice;
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
    review() {
      leaveUrl();
      const read = readReportUrl(url.value);
      // An empty field says by itself what is wrong.
      if ('problem' in read) problems.value = read.problem === 'empty' ? {} : { url: read.problem };
      else {
        const risks = draftRisks({ url: read.value, privacy: privacy.value });
        if (risks.length > 0) submission.value = { state: 'held', risks };
      }
    },
    async publishAnyway() {
      if (submission.value?.state === 'held') await send(true);
    },
  };

  /** @param isConfirmed whether a person has agreed to publish whatever the risks */
  async function send(isConfirmed: boolean): Promise<void> {
    leaveUrl();
    const read = readForm();
    batch(() => {
      presses.earlier.value = null;
      problems.value = 'problems' in read ? read.problems : {};
      if ('problems' in read) submission.value = null;
    });
    if ('value' in read) await presses.press(read.value, isConfirmed);
  }
}

function withoutProblem(problems: DraftProblems, field: keyof DraftProblems): DraftProblems {
  const { [field]: _, ...others } = problems;
  return others;
}
