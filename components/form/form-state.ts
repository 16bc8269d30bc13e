import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { PageKernel } from '@/components/app/page-kernel';
import type { PageJobs } from '@/components/queue/page-jobs';
import { refusalOf, statusOf } from '@/components/queue/page-operation';
import { createConfirmation } from '@/components/ui/state/confirmation';
import type { Failure } from '@/lib/failure';
import { isFinished } from '@/lib/jobs/operation';
import type { Confirmation } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import {
  type DraftProblems,
  draftRisks,
  isSameDraft,
  type ReportDraft,
  readDraft,
} from '@/lib/report/report-draft';
import { hasFailed } from '@/lib/result';
import type { StoredItem } from '@/lib/storage/stored-item';
import { pageKey } from '@/lib/url/page-key';
import type { PublishingRisk } from '@/lib/url/secrets/publishing-risk';
import { MAX_ADDRESS_LENGTH, readReportUrl } from '@/lib/url/typed-address';
import { urlAlternatives } from '@/lib/url/url-alternatives';
import { unwrapped } from './address-code';
import type { FormDraft, FormPage } from './form-draft';

/** A report parameter with a field in the form. */
export type FormField = keyof ReportDraft;

/** Why a press needs a confirmation: risks of publishing, or another report of the page. */
export type FormConfirmation = { reason: 'risks'; risks: readonly PublishingRisk[] } | Confirmation;

/** The form that creates a report. */
export interface ReportForm {
  /** The current page; null if unknown, or after a reload of a form in its own tab. */
  page: ReadonlySignal<FormPage | null>;
  url: ReadonlySignal<string>;
  /** Whether the field contains the address of the current page, ignoring tracking parameters. */
  hasPageAddress: ReadonlySignal<boolean>;
  privacy: ReadonlySignal<Privacy>;
  password: ReadonlySignal<string>;
  /** The problems that the last press found. A problem disappears when its field changes. */
  problems: ReadonlySignal<DraftProblems>;
  /** The address that will be sent, if it differs from the field's text; null otherwise. */
  sentUrl: ReadonlySignal<string | null>;
  alternatives: ReadonlySignal<ReturnType<typeof urlAlternatives>>;
  /** Why the last press needs a confirmation; null if it needs none. */
  confirmation: ReadonlySignal<FormConfirmation | null>;
  /** The failure with which the service has refused the last press; null for none. */
  refusal: ReadonlySignal<Failure | null>;
  /** Returns the visible fields that show the refusal of a job. */
  shownFieldsOf(jobId: string): readonly FormField[];
  /** The id of the latest requested job; null if the form was filled for another page since. */
  jobId: ReadonlySignal<string | null>;
  /** Whether the current draft is being stored, so that a press does nothing. */
  isStoring: ReadonlySignal<boolean>;
  enterUrl(text: string): void;
  /** Completes the text of the URL field to the address that will be sent. */
  leaveUrl(): void;
  /**
   * Puts an address into the form, and a privacy if `draft` has one. With the address of another
   * page, the form forgets its last press.
   */
  fill(draft: { url: string; privacy?: Privacy }): void;
  choosePrivacy(choice: Privacy): void;
  enterPassword(text: string): void;
  /**
   * Sets the current page, and fills the form with its address. Does not change a form with unsent
   * changes or an open confirmation. Does not restore a draft of the new page.
   */
  follow(next: FormPage | null): void;
  /** Sets the canonical address that the page declares. */
  offerCanonical(named: string | null): void;
  /**
   * Requests a report. Resolves when the job is stored or needs a confirmation. Keeps the input
   * on failure. Does nothing while the same draft is being stored.
   */
  submit(): Promise<void>;
  /** Shows the problem or the risks of the input, and sends nothing. */
  review(): void;
  confirm(): Promise<void>;
  cancelConfirmation(): void;
}

interface FormOptions {
  jobs: Pick<PageJobs, 'create'>;
  /** The current page when the form opens. */
  page: FormPage | null;
  defaultPrivacy: ReadonlySignal<Privacy>;
  /** Initial content that replaces the current page. */
  draft?: Pick<FormDraft, 'url' | 'privacy'> | undefined;
  /** Stores the half-filled form. Undefined if the form is not stored. */
  draftItem?: StoredItem<FormDraft> | undefined;
}

export function createReportForm(
  { newId, state: { queue } }: PageKernel,
  options: FormOptions,
): ReportForm {
  const { jobs, defaultPrivacy, draft: initialDraft, draftItem } = options;
  const page = signal(options.page);
  const pageUrl = computed(() => page.value?.url ?? null);
  const url = signal(initialDraft?.url ?? pageUrl.value ?? '');
  /** The canonical address that the current page declares. */
  const canonical = signal<string | null>(null);
  const chosenPrivacy = signal(initialDraft?.privacy ?? null);
  const privacy = computed(() => chosenPrivacy.value ?? defaultPrivacy.value);
  const password = signal('');
  const problems = signal<DraftProblems>({});
  const read = computed(() =>
    readDraft({ url: url.value, privacy: privacy.value, password: password.value }),
  );
  const address = computed(() => {
    const result = readReportUrl(url.value);
    return 'problem' in result ? null : result.value;
  });
  const hasPageAddress = computed(
    () => pageUrl.value !== null && pageKey(url.value) === pageKey(pageUrl.value),
  );

  /** The last stored press; null once the form is filled for another page. */
  const storedPress = signal<{ id: string; draft: ReportDraft } | null>(null);
  /** The draft that the worker is storing. */
  const storing = signal<ReportDraft | null>(null);
  const isStoring = computed(() => storing.value !== null && isCurrentDraft(storing.value));
  const confirmation = createConfirmation<FormConfirmation>();
  /** Why the last press needs a confirmation; null if the job in progress has ended. */
  const reason = computed(() => {
    const now = confirmation.reason.value;
    if (now?.reason !== 'inProgress') return now;
    const status = statusOf(queue.value, now.jobId);
    const isOver = status && (status.name === 'needsAttention' || isFinished({ status }));
    return isOver ? null : now;
  });
  /** Whether a person has changed the form since it was filled or its last report was stored. */
  let isChanged = false;

  function isCurrentDraft(draft: ReportDraft): boolean {
    return 'value' in read.value && isSameDraft(read.value.value, draft);
  }

  /** Stores or removes the half-filled form. If storage is full, only the input is lost. */
  function remember(isHalfFilled: boolean): void {
    const of = pageUrl.value ?? '';
    const draft = { page: of, url: url.value, privacy: chosenPrivacy.value };
    void draftItem
      ?.update((other) => (isHalfFilled ? draft : other?.page === of ? undefined : other))
      .catch(() => {});
  }

  function isUntouched(): boolean {
    return url.value === (pageUrl.value ?? '') && privacy.value === defaultPrivacy.value;
  }

  /**
   * Cancels the confirmation and clears the field's problem, because both belong to the previous
   * input.
   */
  function noteChange(field: keyof DraftProblems): void {
    confirmation.cancel();
    const { [field]: _, ...others } = problems.value;
    problems.value = others;
    const hasPassword = privacy.value === Privacy.Password && password.value !== '';
    isChanged = hasPassword || !isUntouched();
  }

  function enterUrl(text: string): void {
    url.value = text;
    noteChange('url');
    remember(!isUntouched() && text.length <= MAX_ADDRESS_LENGTH);
  }

  function choosePrivacy(choice: Privacy): void {
    chosenPrivacy.value = choice;
    noteChange('password');
    remember(!isUntouched() && url.value.length <= MAX_ADDRESS_LENGTH);
  }

  function enterPassword(text: string): void {
    password.value = text;
    noteChange('password');
  }

  function leaveUrl(): void {
    if (address.value !== null && address.value !== url.value) enterUrl(address.value);
  }

  function fill(draft: { url: string; privacy?: Privacy }): void {
    if (pageKey(draft.url) !== pageKey(url.value)) storedPress.value = null;
    enterUrl(draft.url);
    const { privacy: choice = privacy.value } = draft;
    if (choice !== privacy.value) choosePrivacy(choice);
  }

  /** Requires a confirmation if publishing has risks. Returns whether a confirmation is required. */
  function requireConfirmation(draft: ReportDraft): boolean {
    const risks = draftRisks(draft);
    if (risks.length > 0) confirmation.require({ reason: 'risks', risks }, () => send(draft));
    return risks.length > 0;
  }

  async function send(draft: ReportDraft, isConfirmed = false): Promise<void> {
    confirmation.cancel();
    const id = newId();
    const subject = { kind: 'create', url: draft.url, privacy: draft.privacy } as const;
    storing.value = draft;
    const stored = await jobs.create({ id, subject, password: draft.password, isConfirmed });
    if (storing.value === draft) storing.value = null;
    if (hasFailed(stored)) return;
    if (stored.value === null) storedPress.value = { id, draft };
    // A person may have changed the form meanwhile.
    if (!isCurrentDraft(draft)) return;
    if (stored.value !== null) return confirmation.require(stored.value, () => send(draft, true));
    isChanged = false;
    remember(false);
  }

  return {
    page,
    url,
    hasPageAddress,
    privacy,
    password,
    problems,
    sentUrl: computed(() => (address.value === url.value.trim() ? null : address.value)),
    alternatives: computed(() => {
      // The canonical address belongs to the page in the tab only.
      const isTabPage = hasPageAddress.value && !page.value?.wrappedUrl;
      return urlAlternatives(url.value, isTabPage ? canonical.value : null, unwrapped);
    }),
    confirmation: reason,
    refusal: computed(
      () => storedPress.value && refusalOf(statusOf(queue.value, storedPress.value.id)),
    ),
    shownFieldsOf(jobId) {
      if (jobId !== storedPress.value?.id) return [];
      return privacy.value === Privacy.Password
        ? ['url', 'privacy', 'password']
        : ['url', 'privacy'];
    },
    jobId: computed(() => storedPress.value?.id ?? null),
    isStoring,
    enterUrl,
    leaveUrl,
    fill,
    choosePrivacy,
    enterPassword,
    follow(next) {
      const isOther = next?.url !== page.value?.url;
      page.value = next;
      if (!isOther || isChanged || reason.value !== null) return;
      canonical.value = null;
      chosenPrivacy.value = null;
      fill({ url: next?.url ?? '' });
      enterPassword('');
    },
    offerCanonical(named) {
      canonical.value = named;
    },
    async submit() {
      leaveUrl();
      const now = read.value;
      batch(() => {
        problems.value = 'problems' in now ? now.problems : {};
        if ('problems' in now) confirmation.cancel();
      });
      if ('problems' in now || isStoring.value || requireConfirmation(now.value)) return;
      await send(now.value);
    },
    review() {
      leaveUrl();
      const now = read.value;
      if ('value' in now) {
        requireConfirmation(now.value);
        return;
      }
      const { url: problem } = now.problems;
      // An empty field needs no message.
      problems.value = problem && problem !== 'empty' ? { url: problem } : {};
    },
    async confirm() {
      if (reason.value !== null) await confirmation.confirm();
    },
    cancelConfirmation: confirmation.cancel,
  };
}
