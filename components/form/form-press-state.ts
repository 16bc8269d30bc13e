import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Press, Presses } from '@/components/activity/presses-state';
import { refusalOf, tasksFor } from '@/components/activity/standing';
import { createConsent } from '@/components/ui/state/consent';
import { hasFailed } from '@/lib/outcome';
import type { Keeping } from '@/lib/private-windows';
import { draftRisks, isSameDraft, type ReportDraft } from '@/lib/report/report-draft';
import { type Held, isCreation } from '@/lib/task/task';
import type { TaskView } from '@/lib/task/view';
import { pageKey } from '@/lib/url/page-key';
import type { PublishingRisk } from '@/lib/url/secrets/publishing-risk';

/** What speaks against a press: publishing may do harm, or one more report of the page. */
export type HeldReason = { reason: 'risks'; risks: readonly PublishingRisk[] } | Held;

interface FormPressTools {
  presses: Presses;
  view: ReadonlySignal<TaskView>;
  keeping: Keeping;
  /** What the form asks for as it stands; null where something is wrong with it. */
  draft: ReadonlySignal<ReportDraft | null>;
  /** Called when the form, as it still stands, is stored as a task. */
  onStored(): void;
  newId(): string;
}

/** Makes the presses of Create report; how they go is told by lines. */
export function createFormPress(tools: FormPressTools) {
  const { presses, view, keeping, draft: formDraft, onStored, newId } = tools;
  const last = signal<{ id: string; draft: ReportDraft } | null>(null);
  const consent = createConsent<HeldReason>();
  const standing = computed(() => last.value && presses.standing(last.value.id));
  const refusal = computed(() => refusalOf(standing.value));

  function stillHolds(draft: ReportDraft): boolean {
    return formDraft.value !== null && isSameDraft(formDraft.value, draft);
  }

  function asksFor({ id, asked }: Press, draft: ReportDraft): boolean {
    const name = presses.standing(id)?.name;
    const isUnderWay = name !== 'notTaken' && name !== 'stuck' && name !== 'ended';
    return isUnderWay && asked?.kind === 'create' && isSameDraft(asked.draft, draft);
  }

  effect(() => {
    const isAsked = consent.asked.value?.reason === 'alreadyWaiting' && formDraft.value !== null;
    if (isAsked && othersOf(formDraft.value).length === 0) untracked(consent.withdraw);
  });

  /** What another popup, or a menu, has asked for: of its own presses the form knows better. */
  function othersOf({ privacy, url }: ReportDraft) {
    return tasksFor(keeping, view.value).filter(
      (task) =>
        isCreation(task) &&
        task.work.draft.privacy === privacy &&
        pageKey(task.work.draft.url) === pageKey(url) &&
        !presses.all.value.some(({ id }) => id === task.id),
    );
  }

  function isHeldBack(draft: ReportDraft): boolean {
    const risks = draftRisks(draft);
    if (risks.length > 0) consent.ask({ reason: 'risks', risks }, () => send(draft));
    return risks.length > 0;
  }

  async function send(draft: ReportDraft, anyway = false): Promise<void> {
    consent.withdraw();
    const before = refusal.value === null ? null : last.value;
    // Nobody knows whether a press is stored that was not answered.
    const isUnanswered = refusal.value?.code === 'interrupted';
    const isSameAgain = isUnanswered && before !== null && isSameDraft(before.draft, draft);
    const id = isSameAgain ? before.id : newId();
    last.value = { id, draft };
    const own = [...presses.all.value.map((press) => press.id), id];
    const asked = { id, kind: 'create' as const, draft, own, anyway };
    const outcome = await presses.ask(asked, before?.id);
    if (hasFailed(outcome)) return;
    if (outcome.value === null) {
      // Another address may have been typed meanwhile.
      if (stillHolds(draft)) onStored();
    } else if (last.value?.id === id) {
      last.value = null;
      consent.ask(outcome.value, () => send(draft, true));
    }
  }

  return {
    /** Why the last press is held back: going on takes a press of its own; null where it is not. */
    held: consent.asked,
    /** The last press, of which the form shows the address, unless it was filled for another page. */
    last: last as ReadonlySignal<{ id: string; draft: ReportDraft } | null>,
    /** Why the last press was refused, or not stored. */
    refusal,
    /** Whether the form as it stands is being sent: a press would do nothing. */
    isSending: computed(() => {
      const isOut = ['unstored', 'waiting', 'sent'].includes(standing.value?.name ?? '');
      const isGoing = isOut && (view.value.gate === null || standing.value?.name === 'unstored');
      return isGoing && last.value !== null && stillHolds(last.value.draft);
    }),
    /**
     * Asks for a report, and resolves when that is stored; joins a press of the very same that is
     * under way. Holds it back where something speaks against publishing.
     */
    async press(draft: ReportDraft): Promise<void> {
      const same = presses.all.value.find((press) => asksFor(press, draft));
      if (same) {
        consent.withdraw();
        last.value = { id: same.id, draft };
      } else if (!isHeldBack(draft)) await send(draft);
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
