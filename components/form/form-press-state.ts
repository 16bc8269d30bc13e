import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Ask } from '@/components/activity/ask-state';
import { type ActivityView, refusalOf, standingOf } from '@/components/activity/subject';
import { createConsent } from '@/components/ui/state/consent';
import { hasFailed } from '@/lib/outcome';
import { draftRisks, isSameDraft, type ReportDraft } from '@/lib/report/report-draft';
import { isOver } from '@/lib/task/standing';
import type { Held } from '@/lib/task/task';
import type { PublishingRisk } from '@/lib/url/secrets/publishing-risk';

/** What speaks against a press: publishing may do harm, or one more report of the page. */
export type HeldReason = { reason: 'risks'; risks: readonly PublishingRisk[] } | Held;

interface FormPressTools {
  asking: Pick<Ask, 'ask'>;
  view: ReadonlySignal<ActivityView>;
  /** What the form asks for as it stands; null where something is wrong with it. */
  draft: ReadonlySignal<ReportDraft | null>;
  /** Called when the form, as it still stands, is stored as a task. */
  onStored(): void;
  newId(): string;
}

/** Makes the presses of Create report; how they go is told by lines. */
export function createFormPress(tools: FormPressTools) {
  const { asking, view, draft: formDraft, onStored, newId } = tools;
  const last = signal<{ id: string; draft: ReportDraft } | null>(null);
  /** What is being stored. */
  const storing = signal<ReportDraft | null>(null);
  const consent = createConsent<HeldReason>();
  const refusal = computed(() => last.value && refusalOf(standingOf(view.value, last.value.id)));

  /** Whether the form as it stands is being stored: a press would do nothing. */
  const isStoring = computed(() => storing.value !== null && stillHolds(storing.value));

  function stillHolds(draft: ReportDraft): boolean {
    return formDraft.value !== null && isSameDraft(formDraft.value, draft);
  }

  effect(() => {
    const reason = consent.asked.value;
    if (reason?.reason !== 'alreadyWaiting') return;
    const now = standingOf(view.value, reason.taskId);
    if (now?.name === 'stuck' || (now && isOver(now))) untracked(consent.withdraw);
  });

  function isHeldBack(draft: ReportDraft): boolean {
    const risks = draftRisks(draft);
    if (risks.length > 0) consent.ask({ reason: 'risks', risks }, () => send(draft));
    return risks.length > 0;
  }

  async function send(draft: ReportDraft, anyway = false): Promise<void> {
    consent.withdraw();
    const id = newId();
    storing.value = draft;
    const outcome = await asking.ask({ id, kind: 'create', draft, anyway });
    if (storing.value === draft) storing.value = null;
    if (hasFailed(outcome)) return;
    const held = outcome.value;
    if (held === null) last.value = { id, draft };
    // Another address may have been typed meanwhile.
    if (!stillHolds(draft)) return;
    if (held === null) onStored();
    else consent.ask(held, () => send(draft, true));
  }

  return {
    /** Why the last press is held back: going on takes a press of its own; null where it is not. */
    held: consent.asked,
    /** The last press, of which the form shows the address, unless it was filled for another page. */
    last: last as ReadonlySignal<{ id: string; draft: ReportDraft } | null>,
    /** Why the last press was refused. */
    refusal,
    isStoring,
    /**
     * Asks for a report, and resolves when that is stored. Holds it back where something speaks
     * against it, and does nothing while the very same is being stored.
     */
    async press(draft: ReportDraft): Promise<void> {
      if (!isStoring.value && !isHeldBack(draft)) await send(draft);
    },
    /** Says what speaks against publishing, before any press. */
    review(draft: ReportDraft): void {
      isHeldBack(draft);
    },
    /** Goes on with what is held back; nothing where nothing is. */
    goOn: () => consent.give(),
    withdraw: consent.withdraw,
    /** The form is filled for another page, and knows nothing of a press. */
    forget(): void {
      consent.withdraw();
      last.value = null;
    },
  };
}
