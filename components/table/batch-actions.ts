import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { fold } from '@/components/app/fold';
import type { Failure } from '@/lib/failure';
import type { Confirmation, NewJob } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed, type Result } from '@/lib/result';
import { publishingRisks } from '@/lib/url/secrets/publishing-risk';

export type BatchAction = 'change' | 'update' | 'again' | 'delete';

/** The open question before an action. */
export interface BatchQuestion {
  verb: BatchAction;
  /** Id of the batch to create. Repeated presses create only one batch. */
  id: string;
  /** The new privacy, for `change` only; null until chosen. */
  privacy: Privacy | null;
  password: string;
  lacksPassword: boolean;
  isSending: boolean;
  /** Why the batch was not stored. */
  failure: Failure | null;
}

export type NewBatch = Omit<NewJob, 'isBatch' | 'isPrivate'>;

export interface BatchActionTools {
  selected: ReadonlySignal<readonly Report[]>;
  createBatch(batch: NewBatch): Promise<Result<Confirmation | null>>;
  /** Opens the form for many pages with the pages of the reports. */
  reportAgain(reports: readonly Report[]): void;
  newId(): string;
  /** Called when a batch is stored. */
  onCreated(): void;
}

interface Asking {
  asked: BatchQuestion | null;
  hasSelection: boolean;
}

interface Closing {
  /** The question that closed because the selection ended; null for none. */
  closed: BatchQuestion | null;
  hasSelection: boolean;
}

export type BatchActions = ReturnType<typeof createBatchActions>;

export function createBatchActions(tools: BatchActionTools) {
  const { selected, createBatch, reportAgain, newId, onCreated } = tools;
  const asked = signal<BatchQuestion | null>(null);
  /** The open question. Closes when the selection ends, unless a batch is being stored. */
  const question = computed(() => (closing.value.closed === asked.value ? null : asked.value));
  const closing = fold<Asking, Closing>(
    computed(() => ({ asked: asked.value, hasSelection: selected.value.length > 0 })),
    { closed: null, hasSelection: true },
    (former, { asked, hasSelection }) => {
      const isClosing = former.hasSelection && !hasSelection && asked?.isSending !== true;
      return { closed: isClosing ? asked : former.closed, hasSelection };
    },
  );

  function edit(fields: Partial<BatchQuestion>): void {
    if (question.value !== null) asked.value = { ...question.value, ...fields };
  }

  /** Changes the content, and the id of the batch unless the batch is being stored. */
  function change(fields: Partial<BatchQuestion>): void {
    const id = question.value?.isSending ? {} : { id: newId() };
    edit({ ...fields, ...id, lacksPassword: false });
  }

  function close(): void {
    asked.value = null;
  }

  /** Does nothing while the batch is being stored. */
  function cancelConfirmation(): void {
    if (!question.value?.isSending) close();
  }

  const withAddress = computed(() => selected.value.filter(({ url }) => url !== null));
  /** The reports whose pages are reported again, one for each page. */
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
    question,
    /** The reports whose addresses may contain secrets, if `Public` is chosen. */
    risky: computed(() =>
      question.value?.privacy === Privacy.Public
        ? selected.value.filter(({ url }) => publishingRisks(url).length > 0)
        : [],
    ),
    /** Numbers of covered and omitted reports. For `again`, `covered` counts pages. */
    counts: computed(() => {
      const isAgain = question.value?.verb === 'again';
      return {
        covered: isAgain ? again.value.length : selected.value.length,
        /** Further reports of covered pages. */
        furtherReports: isAgain ? withAddress.value.length - again.value.length : 0,
        noAddress: isAgain ? selected.value.length - withAddress.value.length : 0,
      };
    }),
    /** Number of selected reports with a password, which a change removes or replaces. */
    passwords: computed(
      () => selected.value.filter(({ privacy }) => privacy === Privacy.Password).length,
    ),
    requireConfirmation(verb: BatchAction): void {
      asked.value = {
        verb,
        id: newId(),
        privacy: null,
        password: '',
        lacksPassword: false,
        isSending: false,
        failure: null,
      };
    },
    choosePrivacy: (privacy: Privacy) => change({ privacy }),
    enterPassword: (password: string) => change({ password }),
    cancelConfirmation,
    async confirm(): Promise<void> {
      const given = question.value;
      if (given === null || given.isSending) return;
      if (given.verb === 'change' && given.privacy === null) return;
      if (given.privacy === Privacy.Password && given.password === '') {
        return edit({ lacksPassword: true });
      }
      if (given.verb === 'again') {
        close();
        return reportAgain(again.value);
      }
      edit({ isSending: true, failure: null });
      const result = await createBatch(batchOf(given));
      if (question.value?.id !== given.id) return;
      if (hasFailed(result)) return edit({ isSending: false, failure: result.failure });
      close();
      onCreated();
    },
  };
}
