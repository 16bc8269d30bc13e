import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { PageJobs } from '@/components/queue/page-jobs';
import { refusalOf, statusOf } from '@/components/queue/page-operation';
import { createConfirmation } from '@/components/ui/state/confirmation';
import { isFinished } from '@/lib/jobs/operation';
import type { QueueSummary } from '@/lib/jobs/queue';
import type { Confirmation } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import {
  type DraftProblems,
  draftRisks,
  isSameDraft,
  type ReportDraft,
  readDraft,
  type StoredDraft,
} from '@/lib/report/report-draft';
import { hasFailed } from '@/lib/result';
import type { StoredItem } from '@/lib/storage/stored-item';
import { pageKey } from '@/lib/url/page-key';
import type { PublishingRisk } from '@/lib/url/secrets/publishing-risk';
import { MAX_ADDRESS_LENGTH, readReportUrl } from '@/lib/url/typed-address';
import { urlAlternatives } from '@/lib/url/url-alternatives';
import type { FormDraft, FormPage } from './form-draft';

/** A parameter of a report that has a field in the form. */
export type FormField = keyof ReportDraft;

/** What a person has to confirm: publishing may do harm, or one more report of the page. */
export type FormConfirmation = { reason: 'risks'; risks: readonly PublishingRisk[] } | Confirmation;

/** The form that reports a page: what is in it, and what is wrong with it. */
export type ReportForm = ReturnType<typeof createReportForm>;

interface ReportFormTools {
  jobs: Pick<PageJobs, 'create'>;
  queue: ReadonlySignal<QueueSummary>;
  /** The page that is in front at first. */
  page: FormPage | null;
  defaultPrivacy: ReadonlySignal<Privacy>;
  /** What the form holds at first, in place of the page in front. */
  draft?: Pick<FormDraft, 'url' | 'privacy'> | undefined;
  /** Where what is half-filled here is remembered; none where it is not. */
  draftItem?: StoredItem<FormDraft> | undefined;
  newId(): string;
}

/** Makes the form for the page in front, with what was half-filled there before. */
export function createReportForm(tools: ReportFormTools) {
  const { jobs, queue, defaultPrivacy, draft: given, draftItem, newId } = tools;
  const page = signal(tools.page);
  const pageUrl = computed(() => page.value?.url ?? null);
  const url = signal(given?.url ?? pageUrl.value ?? '');
  /** The address that the page in front names as its own. */
  const canonical = signal<string | null>(null);
  const chosenPrivacy = signal(given?.privacy ?? null);
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
  const holdsPage = computed(
    () => pageUrl.value !== null && pageKey(url.value) === pageKey(pageUrl.value),
  );

  /** The last press whose report is stored, unless the form was filled for another page since. */
  const last = signal<{ id: string; draft: ReportDraft } | null>(null);
  /** What is being stored. */
  const storing = signal<ReportDraft | null>(null);
  const isStoring = computed(() => storing.value !== null && stillHolds(storing.value));
  const confirmation = createConfirmation<FormConfirmation>();
  /** Whether a person has changed something since the form was filled, or its last report was stored. */
  let isChanged = false;

  function stillHolds(draft: ReportDraft): boolean {
    return 'value' in read.value && isSameDraft(read.value.value, draft);
  }

  effect(() => {
    const reason = confirmation.reason.value;
    if (reason?.reason !== 'inProgress') return;
    const status = statusOf(queue.value, reason.jobId);
    const isOver = status && (status.name === 'needsAttention' || isFinished({ status }));
    if (isOver) untracked(confirmation.cancel);
  });

  /** Remembers the form where it is half-filled. A full store costs what was typed, and nothing else. */
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

  /** A field has changed: what a press would have to confirm is about the form as it was. */
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

  /** Writes out what is meant by the text of the URL field: then it is exactly what will be sent. */
  function leaveUrl(): void {
    if (address.value !== null && address.value !== url.value) enterUrl(address.value);
  }

  /**
   * Puts another address into the form, at once: the last press is no longer its own then. What the
   * draft does not say stays as it is.
   */
  function fill(draft: Partial<StoredDraft> & Pick<StoredDraft, 'url'>): void {
    if (pageKey(draft.url) !== pageKey(url.value)) last.value = null;
    enterUrl(draft.url);
    const { privacy: choice = privacy.value } = draft;
    if (choice !== privacy.value) choosePrivacy(choice);
  }

  /** Whether publishing needs a confirmation, which is asked for then. */
  function needsConfirmation(draft: ReportDraft): boolean {
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
    if (stored.value === null) last.value = { id, draft };
    // Another address may have been typed meanwhile.
    if (!stillHolds(draft)) return;
    if (stored.value !== null) return confirmation.require(stored.value, () => send(draft, true));
    isChanged = false;
    remember(false);
  }

  return {
    /** The page in front; null where none is known, or its report was sent before a reload. */
    page: page as ReadonlySignal<FormPage | null>,
    url: url as ReadonlySignal<string>,
    /** Whether the field holds the page in front, whatever the tracking parameters. */
    holdsPage,
    privacy,
    password: password as ReadonlySignal<string>,
    /** Found by the last press, until the field is changed. */
    problems: problems as ReadonlySignal<DraftProblems>,
    /** The address that will be sent, where it is not the text of the field; null otherwise. */
    sentUrl: computed(() => (address.value === url.value.trim() ? null : address.value)),
    /** Other addresses that could be sent for the one in the field. */
    alternatives: computed(() =>
      // What the page in front names as its address is of no use for another.
      urlAlternatives(url.value, holdsPage.value ? canonical.value : null),
    ),
    /** What a person has to confirm of the last press; null for nothing. */
    confirmation: confirmation.reason,
    /** Why the last press was refused, with the service's words on the fields; null where it was not. */
    refusal: computed(() => last.value && refusalOf(statusOf(queue.value, last.value.id))),
    /** The fields of a press that are in sight, beside which the service's words about them stand. */
    shownFieldsOf(jobId: string): readonly FormField[] {
      if (jobId !== last.value?.id) return [];
      return privacy.value === Privacy.Password
        ? ['url', 'privacy', 'password']
        : ['url', 'privacy'];
    },
    /** The id of the latest requested job; null if the form was filled for another page since. */
    jobId: computed(() => last.value?.id ?? null),
    /** The key of the page whose address stands in the field; null where none does. */
    pageKey: computed(() => (url.value === '' ? null : pageKey(url.value))),
    /** Whether the form as it stands is being stored: a press would do nothing. */
    isStoring,
    enterUrl,
    leaveUrl,
    fill,
    choosePrivacy,
    enterPassword,
    /**
     * Tells that another page is in front. The form is filled for that page as a new one would be, unless
     * a person has changed something that is not reported yet, or has to confirm a press. What was half-filled
     * there before is not looked for.
     */
    follow(next: FormPage | null): void {
      const isOther = next?.url !== page.value?.url;
      page.value = next;
      if (!isOther || isChanged || confirmation.reason.value !== null) return;
      canonical.value = null;
      chosenPrivacy.value = null;
      fill({ url: next?.url ?? '' });
      enterPassword('');
    },
    /** Tells the address that the page itself names as its own. */
    offerCanonical(named: string | null): void {
      canonical.value = named;
    },
    /**
     * Requests a report, and resolves when that is stored, or has to be confirmed. Nothing typed is lost when it
     * fails. Does nothing while the very same is being stored; meanwhile another may be requested.
     */
    async submit(): Promise<void> {
      leaveUrl();
      const now = read.value;
      batch(() => {
        problems.value = 'problems' in now ? now.problems : {};
        if ('problems' in now) confirmation.cancel();
      });
      if ('problems' in now || isStoring.value || needsConfirmation(now.value)) return;
      await send(now.value);
    },
    /**
     * Says what a press would meet, before one: a wrong address, or what speaks against publishing.
     * Nothing is sent.
     */
    review(): void {
      leaveUrl();
      const now = read.value;
      if ('value' in now) needsConfirmation(now.value);
      else {
        const { url: problem } = now.problems;
        // An empty field says by itself what is wrong.
        problems.value = problem && problem !== 'empty' ? { url: problem } : {};
      }
    },
    /** Sends a form that had to be confirmed. */
    confirm: () => confirmation.confirm(),
    /** Gives up what has to be confirmed. */
    cancelConfirmation: confirmation.cancel,
  };
}
