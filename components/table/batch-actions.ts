import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Failure } from '@/lib/failure';
import type { Confirmation, NewJob } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed, type Result } from '@/lib/result';
import { publishingRisks } from '@/lib/url/secrets/publishing-risk';

/** What can be done with many reports at once. */
export type BatchAction = 'change' | 'update' | 'again' | 'delete';

/** The question before that. */
export interface BatchQuestion {
  verb: BatchAction;
  /** Of the batch that an answer creates: the same answer given again creates no second one. */
  id: string;
  /** For a change; null until a person has chosen. */
  privacy: Privacy | null;
  password: string;
  /** Whether the last answer found the password missing. */
  lacksPassword: boolean;
  isSending: boolean;
  /** Why the last answer was not stored. */
  failure: Failure | null;
}

/** A batch, as a page has it stored. */
export type NewBatch = Omit<NewJob, 'isBatch' | 'isPrivate'>;

export interface BatchActionTools {
  /** The reports that an answer is about. */
  selected: ReadonlySignal<readonly Report[]>;
  createBatch(batch: NewBatch): Promise<Result<Confirmation | null>>;
  /** Shows the pages of reports in the form for many pages. */
  reportAgain(reports: readonly Report[]): void;
  newId(): string;
  /** Called when a batch is stored. */
  onCreated(): void;
}

/** What is done with many reports, each time after one question. */
export type BatchActions = ReturnType<typeof createBatchActions>;

/** Makes it, with no question open. */
export function createBatchActions(tools: BatchActionTools) {
  const { selected, createBatch, reportAgain, newId, onCreated } = tools;
  const question = signal<BatchQuestion | null>(null);

  function edit(fields: Partial<BatchQuestion>): void {
    if (question.value !== null) question.value = { ...question.value, ...fields };
  }

  /** Another content is another batch, unless the one before is being stored. */
  function change(fields: Partial<BatchQuestion>): void {
    const id = question.value?.isSending ? {} : { id: newId() };
    edit({ ...fields, ...id, lacksPassword: false });
  }

  function cancelConfirmation(): void {
    question.value = null;
  }

  effect(() => {
    if (selected.value.length === 0) cancelConfirmation();
  });

  const withAddress = computed(() => selected.value.filter(({ url }) => url !== null));
  /** The reports whose pages are reported again: of each page one. */
  const again = computed(() => [
    ...new Map(withAddress.value.map((report) => [referTo(report).page, report])).values(),
  ]);

  function batchOf({ verb, id, privacy, password }: BatchQuestion): NewBatch {
    const reports = selected.value.map(referTo);
    if (verb === 'delete') {
      return { id, subjects: reports.map((report) => ({ kind: 'delete', report })) };
    }
    const update = verb === 'update' || privacy === null ? { results: 1 as const } : { privacy };
    return {
      id,
      subjects: reports.map((report) => ({ kind: 'update', report, update })),
      ...(privacy === Privacy.Password && { password }),
    };
  }

  return {
    question: question as ReadonlySignal<BatchQuestion | null>,
    /** The addresses that publishing may do harm to, where publishing is what was chosen. */
    risky: computed(() =>
      question.value?.privacy === Privacy.Public
        ? selected.value.filter(({ url }) => publishingRisks(url).length > 0)
        : [],
    ),
    /** How many reports, or pages that are reported again, the answer is about, and why not more. */
    counts: computed(() => {
      const isAgain = question.value?.verb === 'again';
      return {
        acted: isAgain ? again.value.length : selected.value.length,
        /** Reports of a page that is among the others. */
        twins: isAgain ? withAddress.value.length - again.value.length : 0,
        noAddress: isAgain ? selected.value.length - withAddress.value.length : 0,
      };
    }),
    /** How many reports have a password, which a change takes from them. */
    passwords: computed(
      () => selected.value.filter(({ privacy }) => privacy === Privacy.Password).length,
    ),
    requireConfirmation(verb: BatchAction): void {
      question.value = {
        ...{ verb, id: newId(), privacy: null, password: '' },
        ...{ lacksPassword: false, isSending: false, failure: null },
      };
    },
    choosePrivacy: (privacy: Privacy) => change({ privacy }),
    enterPassword: (password: string) => change({ password }),
    cancelConfirmation,
    /** Does what the question is about. */
    async confirm(): Promise<void> {
      const given = question.value;
      if (given === null || given.isSending) return;
      if (given.verb === 'change' && given.privacy === null) return;
      if (given.privacy === Privacy.Password && given.password === '') {
        return edit({ lacksPassword: true });
      }
      if (given.verb === 'again') {
        cancelConfirmation();
        return reportAgain(again.value);
      }
      edit({ isSending: true, failure: null });
      const result = await createBatch(batchOf(given));
      if (question.value?.id !== given.id) return;
      if (hasFailed(result)) return edit({ isSending: false, failure: result.failure });
      cancelConfirmation();
      onCreated();
    },
  };
}
