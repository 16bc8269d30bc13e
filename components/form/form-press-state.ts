import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { PageJobs } from '@/components/queue/page-jobs';
import { refusalOf, statusOf } from '@/components/queue/page-operation';
import { createConsent } from '@/components/ui/state/consent';
import type { Confirmation } from '@/lib/jobs/job';
import { isFinished } from '@/lib/jobs/operation';
import type { QueueSummary } from '@/lib/jobs/queue';
import { draftRisks, isSameDraft, type ReportDraft } from '@/lib/report/report-draft';
import { hasFailed } from '@/lib/result';
import type { PublishingRisk } from '@/lib/url/secrets/publishing-risk';

/** What a person has to confirm: publishing may do harm, or one more report of the page. */
export type FormConfirmation = { reason: 'risks'; risks: readonly PublishingRisk[] } | Confirmation;

interface FormPressTools {
  jobs: Pick<PageJobs, 'create'>;
  queue: ReadonlySignal<QueueSummary>;
  /** What the form says as it stands; null where something is wrong with it. */
  draft: ReadonlySignal<ReportDraft | null>;
  /** Called when the form, as it still stands, is stored as a job. */
  onStored(): void;
  newId(): string;
}

/** Makes the presses of Create report; how they go is shown by lines. */
export function createFormPress(tools: FormPressTools) {
  const { jobs, queue, draft: formDraft, onStored, newId } = tools;
  const last = signal<{ id: string; draft: ReportDraft } | null>(null);
  /** What is being stored. */
  const storing = signal<ReportDraft | null>(null);
  const consent = createConsent<FormConfirmation>();
  const refusal = computed(() => last.value && refusalOf(statusOf(queue.value, last.value.id)));

  /** Whether the form as it stands is being stored: a press would do nothing. */
  const isStoring = computed(() => storing.value !== null && stillHolds(storing.value));

  function stillHolds(draft: ReportDraft): boolean {
    return formDraft.value !== null && isSameDraft(formDraft.value, draft);
  }

  effect(() => {
    const reason = consent.asked.value;
    if (reason?.reason !== 'inProgress') return;
    const status = statusOf(queue.value, reason.jobId);
    const isOver = status && (status.name === 'needsAttention' || isFinished({ status }));
    if (isOver) untracked(consent.withdraw);
  });

  function needsConfirmation(draft: ReportDraft): boolean {
    const risks = draftRisks(draft);
    if (risks.length > 0) consent.ask({ reason: 'risks', risks }, () => send(draft));
    return risks.length > 0;
  }

  async function send(draft: ReportDraft, isConfirmed = false): Promise<void> {
    consent.withdraw();
    const id = newId();
    const { url, privacy, password } = draft;
    storing.value = draft;
    const subject = { kind: 'create', url, privacy } as const;
    const stored = await jobs.create({ id, subject, password, isConfirmed });
    if (storing.value === draft) storing.value = null;
    if (hasFailed(stored)) return;
    const confirmation = stored.value;
    if (confirmation === null) last.value = { id, draft };
    // Another address may have been typed meanwhile.
    if (!stillHolds(draft)) return;
    if (confirmation === null) onStored();
    else consent.ask(confirmation, () => send(draft, true));
  }

  return {
    /** What a person has to confirm of the last press; null for nothing. */
    confirmation: consent.asked,
    /** The last press, of which the form shows the address, unless it was filled for another page. */
    last: last as ReadonlySignal<{ id: string; draft: ReportDraft } | null>,
    /** Why the last press was refused. */
    refusal,
    isStoring,
    /**
     * Requests a report, and resolves when that is stored, or has to be confirmed. Does nothing while the
     * very same is being stored.
     */
    async press(draft: ReportDraft): Promise<void> {
      if (!isStoring.value && !needsConfirmation(draft)) await send(draft);
    },
    /** Has the risks of publishing confirmed, before any press. */
    review(draft: ReportDraft): void {
      needsConfirmation(draft);
    },
    /** Goes on with what has to be confirmed; does nothing where nothing has. */
    confirm: () => consent.give(),
    withdraw: consent.withdraw,
    /** The form is filled for another page, and knows nothing of a press. */
    forget(): void {
      consent.withdraw();
      last.value = null;
    },
  };
}
