import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { addTask, isDeleted, standingOf, tasksFor } from '@/components/activity/task-standing';
import { attempt } from '@/components/ui/attempt';
import { createConsent } from '@/components/ui/consent';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { hasFailed } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';
import { draftRisks, isSameDraft, type ReportDraft } from '@/lib/report/report-draft';
import { answersTo, type Held, isCreation } from '@/lib/task/task';
import type { TaskView } from '@/lib/task/view';
import { pageKey } from '@/lib/url/page-key';
import type { PublishingRisk } from '@/lib/url/secrets/publishing-risk';

/** What is told of the last press of Create report. */
export type LastPress =
  /** `isStored`: it goes on though the page is closed. */
  | { state: 'sending'; id: string; isStored: boolean }
  /** `report` is null where the service has accepted it without showing it. */
  | { state: 'created'; id: string; report: Report | null }
  /** It goes on by itself; `isLookedFor`: it was sent, and may be there already. */
  | { state: 'queued'; id: string; failure: Failure; isLookedFor: boolean }
  /** It is not stored, or the service has refused it. */
  | { state: 'failed'; id: string; failure: Failure }
  /** Held back: it takes a press of its own, for this reason. */
  | { state: 'held'; reason: HeldReason };

/** What speaks against a press: publishing may do harm, or one more report of the page. */
export type HeldReason = { reason: 'risks'; risks: readonly PublishingRisk[] } | Held;

/** A report that was created after another was asked for. */
export interface EarlierPress {
  url: string;
  /** Null where the service has not shown it. */
  report: Report | null;
}

/** The presses of one form: several may be under way, each of another report. */
export interface FormPresses {
  /** The last one; null where nothing is told of it any more. */
  last: ReadonlySignal<LastPress | null>;
  /** Whether the form as it stands is being sent: a press would do nothing. */
  isSending: ReadonlySignal<boolean>;
  /** The latest that has ended after another was pressed, until the next press. */
  earlier: ReadonlySignal<EarlierPress | null>;
  /**
   * Asks for a report, and resolves when that is stored; joins a press of the very same that is
   * under way. Holds it back where something speaks against publishing.
   */
  press(draft: ReportDraft): Promise<void>;
  /** Says what speaks against publishing, before any press. */
  review(draft: ReportDraft): void;
  /** Goes on with what is held back; nothing where nothing is. */
  goOn(): Promise<void>;
  /** Tells nothing more of the last press. */
  forget(): void;
}

interface FormPressesTools {
  background: Pick<BackgroundApi, 'add' | 'cancel'>;
  view: ReadonlySignal<TaskView>;
  /** The reports of the stored lists, which know privacy and rating as they are now. */
  listed: ReadonlySignal<readonly Report[]>;
  privateWindow: boolean;
  /** What the form asks for as it stands; null where something is wrong with it. */
  draft: ReadonlySignal<ReportDraft | null>;
  /** Called when the form, as it still stands, is stored as a task, and when it is refused after that. */
  onStored(): void;
  onRefused(): void;
  newId(): string;
}

interface Press {
  id: string;
  draft: ReportDraft;
  isStored: boolean;
  /** Why it is not stored, or why the service has refused what the form still holds. */
  failure: Failure | null;
}

/** Makes the presses of one form. */
export function createFormPresses(tools: FormPressesTools): FormPresses {
  const { background, view, listed, privateWindow, draft: formDraft, newId } = tools;
  const presses = signal<readonly Press[]>([]);
  const lastId = signal<string | null>(null);
  /** The presses that were under way when the last one came. */
  const earlierIds = signal<readonly string[]>([]);
  const consent = createConsent<HeldReason>();
  const toldPress = computed(() => presses.value.find(({ id }) => id === lastId.value));

  function stillHolds(draft: ReportDraft): boolean {
    return formDraft.value !== null && isSameDraft(formDraft.value, draft);
  }

  function change(id: string, fields: Partial<Press>): void {
    presses.value = presses.value.map((press) =>
      press.id === id ? { ...press, ...fields } : press,
    );
  }

  function isUnderWay({ id, isStored, failure }: Press): boolean {
    if (failure !== null) return false;
    const { name } = standingOf(view.value, id);
    return !isStored || (name !== 'stuck' && name !== 'ended');
  }

  /** A new report as lists show it by now. */
  function asListed(report: Report): Report {
    const now = listed.value.find(({ id }) => id === report.id);
    return {
      ...report,
      privacy: now?.privacy ?? report.privacy,
      result: now?.result ?? report.result,
    };
  }

  function describe({ id, isStored, failure }: Press): LastPress | null {
    if (failure !== null) return { state: 'failed', id, failure };
    if (!isStored) return { state: 'sending', id, isStored };
    const standing = standingOf(view.value, id);
    switch (standing.name) {
      case 'onItsWay':
        return { state: 'sending', id, isStored };
      case 'atGate':
        return { state: 'queued', id, failure: standing.failure, isLookedFor: false };
      case 'unknown':
        if (standing.failure === null) return { state: 'created', id, report: null };
        return { state: 'queued', id, failure: standing.failure, isLookedFor: true };
      case 'stuck':
        return null;
      case 'ended': {
        const { end, report } = standing.outcome;
        if (end !== 'done' || (report && isDeleted(view.value, report.id))) return null;
        return { state: 'created', id, report: report && asListed(report) };
      }
    }
  }

  const last = computed(() => {
    const reason = consent.asked.value;
    if (reason !== null) return { state: 'held' as const, reason };
    return toldPress.value ? describe(toldPress.value) : null;
  });

  effect(() => {
    const press = toldPress.value;
    if (!press?.isStored || press.failure !== null) return;
    const standing = standingOf(view.value, press.id);
    if (standing.name !== 'stuck') return;
    const { state } = standing;
    untracked(() => {
      if (state.reason !== 'refused' || !stillHolds(press.draft)) {
        // The queue tells of it, and a person decides there.
        lastId.value = null;
        return;
      }
      change(press.id, { failure: state.failure });
      tools.onRefused();
      // All of it still stands in the form: nothing else needs to be kept.
      void attempt(() => background.cancel(press.id));
    });
  });

  effect(() => {
    const isAsked = consent.asked.value?.reason === 'alreadyWaiting' && formDraft.value !== null;
    if (isAsked && othersOf(formDraft.value).length === 0) untracked(consent.withdraw);
  });

  return {
    last,
    isSending: computed(() => {
      const press = toldPress.value;
      return last.value?.state === 'sending' && press !== undefined && stillHolds(press.draft);
    }),
    earlier: computed(() => {
      const outcome = view.value.outcomes.findLast(
        ({ ids, end }) => end === 'done' && ids.some((id) => earlierIds.value.includes(id)),
      );
      if (!outcome?.draft) return null;
      const { draft, report } = outcome;
      if (report && isDeleted(view.value, report.id)) return null;
      return { url: draft.url, report: report && asListed(report) };
    }),
    async press(draft) {
      const isSame = presses.value.some((one) => isUnderWay(one) && isSameDraft(one.draft, draft));
      if (isSame || !isHeldBack(draft)) await send(draft);
    },
    review(draft) {
      isHeldBack(draft);
    },
    goOn: () => consent.give(),
    forget() {
      batch(() => {
        consent.withdraw();
        lastId.value = null;
      });
    },
  };

  /** What another popup, or a menu, has asked for: of its own presses the form knows better. */
  function othersOf({ privacy, url }: ReportDraft) {
    return tasksFor(privateWindow, view.value).filter(
      (task) =>
        isCreation(task) &&
        task.work.draft.privacy === privacy &&
        pageKey(task.work.draft.url) === pageKey(url) &&
        !presses.value.some(({ id }) => answersTo(task, id)),
    );
  }

  function isHeldBack(draft: ReportDraft): boolean {
    const risks = draftRisks(draft);
    if (risks.length > 0) consent.ask({ reason: 'risks', risks }, () => send(draft));
    return risks.length > 0;
  }

  async function send(draft: ReportDraft, anyway = false): Promise<void> {
    consent.withdraw();
    const underWay = presses.value.filter(isUnderWay);
    const same = underWay.find((press) => isSameDraft(press.draft, draft));
    // Nobody knows whether a press is stored that was not answered.
    const unanswered = toldPress.value?.failure?.code === 'interrupted' ? toldPress.value : null;
    const isSameAgain = unanswered !== null && isSameDraft(unanswered.draft, draft);
    const id = same?.id ?? (isSameAgain ? unanswered.id : newId());
    batch(() => {
      earlierIds.value = underWay.map((press) => press.id).filter((other) => other !== id);
      lastId.value = id;
      if (same) return;
      const others = presses.value.filter((press) => press.id !== id);
      presses.value = [...others, { id, draft, isStored: false, failure: null }];
    });
    if (same) return;
    const own = presses.value.map((press) => press.id);
    const task = { id, kind: 'create' as const, draft, own, anyway };
    const outcome = await addTask(background, task, privateWindow);
    batch(() => {
      if (hasFailed(outcome)) change(id, outcome);
      else if (outcome.value !== null) {
        presses.value = presses.value.filter((press) => press.id !== id);
        // Another press may be what is told of by now.
        if (lastId.value !== id) return;
        lastId.value = null;
        consent.ask(outcome.value, () => send(draft, true));
      } else {
        change(id, { isStored: true });
        // Another address may have been typed meanwhile.
        if (stillHolds(draft)) tools.onStored();
      }
    });
  }
}
