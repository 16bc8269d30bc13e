import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { PageJobs } from '@/components/queue/page-jobs';
import type { QueueSummary } from '@/lib/jobs/queue';
import { Privacy } from '@/lib/report/privacy';
import {
  type DraftProblems,
  type ReportDraft,
  readDraft,
  type StoredDraft,
} from '@/lib/report/report-draft';
import type { StoredItem } from '@/lib/storage/stored-item';
import { pageKey } from '@/lib/url/page-key';
import { LONGEST_REPORTABLE } from '@/lib/url/typed-address';
import { createFormAddress } from './form-address-state';
import { type FormDraft, rememberDraft } from './form-draft';
import type { FormPage } from './form-page';
import { createFormPress } from './form-press-state';

/** A parameter of a report that has a field in the form. */
export type FormField = keyof ReportDraft;

/** The form that reports a page: what is in it, and what is wrong with it. */
export type ReportForm = ReturnType<typeof createReportForm>;

interface ReportFormTools {
  jobs: Pick<PageJobs, 'create'>;
  queue: ReadonlySignal<QueueSummary>;
  /** The page that is in front at first. */
  page: FormPage | null;
  isPrivate: boolean;
  defaultPrivacy: ReadonlySignal<Privacy>;
  /** What the form holds at first, in place of the page in front. */
  draft?: Pick<FormDraft, 'url' | 'privacy'> | undefined;
  /** Where what is half-filled here is remembered; none where it is not. */
  draftItem?: StoredItem<FormDraft> | undefined;
  newId(): string;
}

/** Makes the form for the page in front, with what was half-filled there before. */
export function createReportForm(tools: ReportFormTools) {
  const { defaultPrivacy, draftItem } = tools;
  const page = signal(tools.page);
  const pageUrl = computed(() => page.value?.url ?? null);
  const remember = (half: FormDraft | null) => rememberDraft(draftItem, pageUrl.value ?? '', half);
  const { draft } = tools;
  /** Whether a person has changed something since the form was filled, or last asked for. */
  let isChanged = false;
  const address = createFormAddress(draft?.url ?? pageUrl.value ?? '', pageUrl);
  const { url, holdsPage } = address;
  const chosenPrivacy = signal(draft?.privacy ?? null);
  const privacy = computed(() => chosenPrivacy.value ?? defaultPrivacy.value);
  const password = signal('');
  const problems = signal<DraftProblems>({});
  const read = computed(() =>
    readDraft({ url: url.value, privacy: privacy.value, password: password.value }),
  );
  const press = createFormPress({
    ...tools,
    draft: computed(() => ('value' in read.value ? read.value.value : null)),
    onStored() {
      isChanged = false;
      remember(null);
    },
  });

  function isUntouched(): boolean {
    return url.value === (pageUrl.value ?? '') && privacy.value === defaultPrivacy.value;
  }

  function noteChange(): void {
    const hasPassword = privacy.value === Privacy.Password && password.value !== '';
    isChanged = hasPassword || !isUntouched();
  }

  function keepDraft(): void {
    noteChange();
    const isHalfFilled = !isUntouched() && url.value.length <= LONGEST_REPORTABLE;
    const now = { page: pageUrl.value ?? '', url: url.value, privacy: chosenPrivacy.value };
    remember(isHalfFilled ? now : null);
  }

  function enterUrl(text: string): void {
    // What a second press would confirm is about the form as it was.
    press.withdraw();
    url.value = text;
    problems.value = withoutProblem(problems.value, 'url');
    keepDraft();
  }

  function choosePrivacy(choice: Privacy): void {
    press.withdraw();
    chosenPrivacy.value = choice;
    problems.value = withoutProblem(problems.value, 'password');
    keepDraft();
  }

  /** Writes out what is meant by the text of the URL field: then it is exactly what will be sent. */
  function leaveUrl(): void {
    if (address.writeOut()) keepDraft();
  }

  function enterPassword(text: string): void {
    press.withdraw();
    password.value = text;
    noteChange();
    problems.value = withoutProblem(problems.value, 'password');
  }

  /**
   * Puts another address into the form, at once: the last press is no longer its own then. What the
   * draft does not say stays as it is.
   */
  function fill(given: Partial<StoredDraft> & Pick<StoredDraft, 'url'>): void {
    if (pageKey(given.url) !== pageKey(url.value)) press.forget();
    enterUrl(given.url);
    const { privacy: choice = privacy.value } = given;
    if (choice !== privacy.value) choosePrivacy(choice);
  }

  return {
    /** The page in front; null where none is known, or its report was sent before a reload. */
    page: page as ReadonlySignal<FormPage | null>,
    /** Whether what is requested here is dropped when the browser closes. */
    isPrivate: tools.isPrivate,
    url: url as ReadonlySignal<string>,
    /** Whether the field holds the page in front, whatever the tracking parameters. */
    holdsPage,
    privacy,
    password: password as ReadonlySignal<string>,
    /** Found by the last press, until the field is changed. */
    problems: problems as ReadonlySignal<DraftProblems>,
    /** The address that will go out, where it is not the text of the field; null otherwise. */
    sentUrl: address.sentUrl,
    /** Other addresses that could be sent for the one in the field. */
    alternatives: address.alternatives,
    /** What a person has to confirm of the last press; null for nothing. */
    confirmation: press.confirmation,
    /** Why the last press was refused, with the service's words on the fields; null where it was not. */
    refusal: press.refusal,
    /** The fields of a press that are in sight, beside which the service's words about them stand. */
    shownFieldsOf(pressId: string): readonly FormField[] {
      if (pressId !== press.last.value?.id) return [];
      return privacy.value === Privacy.Password
        ? ['url', 'privacy', 'password']
        : ['url', 'privacy'];
    },
    /** The id of the last press; null where the form was filled for another page since. */
    pressId: computed(() => press.last.value?.id ?? null),
    /** The key of the page whose address stands in the field; null where none does. */
    pageKey: computed(() => (url.value === '' ? null : pageKey(url.value))),
    /** Whether the form as it stands is being stored: a press would do nothing. */
    isStoring: press.isStoring,
    enterUrl,
    leaveUrl,
    fill,
    choosePrivacy,
    enterPassword,
    /**
     * Tells that another page is in front. The form is filled for that page as a new one would be, unless
     * a person has changed something that is not asked for yet, or is being asked a question. What was
     * half-filled there before is not looked for.
     */
    follow(next: FormPage | null): void {
      const isOther = next?.url !== page.value?.url;
      page.value = next;
      if (!isOther || isChanged || press.confirmation.value !== null) return;
      address.offerCanonical(null);
      chosenPrivacy.value = null;
      fill({ url: next?.url ?? '' });
      enterPassword('');
    },
    /** Tells the address that the page itself names as its own. */
    offerCanonical: address.offerCanonical,
    /**
     * Asks for the report, and resolves when that is stored, or has to be confirmed. Nothing
     * typed is lost when it fails. While one report is made, another may be asked for.
     */
    async submit(): Promise<void> {
      leaveUrl();
      const now = read.value;
      batch(() => {
        problems.value = 'problems' in now ? now.problems : {};
        if ('problems' in now) press.withdraw();
      });
      if ('value' in now) await press.press(now.value);
    },
    /**
     * Says what a press would meet, before one: a wrong address, or what speaks against publishing.
     * Nothing is sent.
     */
    review(): void {
      leaveUrl();
      const now = read.value;
      if ('value' in now) press.review(now.value);
      else {
        const { url: problem } = now.problems;
        // An empty field says by itself what is wrong.
        problems.value = problem && problem !== 'empty' ? { url: problem } : {};
      }
    },
    /** Sends a form that had to be confirmed. */
    confirm: press.confirm,
    /** Gives up what has to be confirmed. */
    withdraw: press.withdraw,
  };
}

function withoutProblem(problems: DraftProblems, field: keyof DraftProblems): DraftProblems {
  const { [field]: _, ...others } = problems;
  return others;
}
