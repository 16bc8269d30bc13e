import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { attempt } from '@/lib/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { type Failure, isOutcomeUnknown, isUnstored } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';
import { draftRisks, isSameDraft, type ReportDraft } from '@/lib/submission/report-draft';
import type { Creation } from '@/lib/submission/submission';
import type { PublishingRisk } from '@/lib/url/publishing-risk';

/** How the last press of Create report ended. */
export type Submitting =
  | { state: 'sending'; id: string }
  /** `report` is null when the service accepted it without showing it. */
  | { state: 'created'; id: string; url: string; report: Report | null }
  /** It is on the way, and goes on by itself. */
  | { state: 'queued'; id: string; url: string; failure: Failure }
  /** Refused. */
  | { state: 'failed'; id: string; failure: Failure }
  /**
   * Held back: publishing this may do harm, and takes a press of its own. `unansweredId` is that of a
   * press of the very same before, which was not answered.
   */
  | { state: 'held'; risks: PublishingRisk[]; unansweredId?: string };

/** How a press ended after another. What is stored and not done is told of in the queue instead. */
export type EarlierPress =
  /** `report` is null when the service accepted it without showing it. */
  | { url: string; report: Report | null }
  /** It is not stored, and so not on its way. */
  | { url: string; failure: Failure };

/** The presses of one form: several may be under way, each of another report. */
export interface FormPresses {
  /** The last one; null where nothing is told of it any more. */
  last: Signal<Submitting | null>;
  /** Whether the form as it stands is being sent: a press would do nothing. */
  isSending: ReadonlySignal<boolean>;
  /** The latest that has ended after another was pressed, until the next press. */
  earlier: Signal<EarlierPress | null>;
  /**
   * Sends a draft and resolves when its end is told; joins a press that sends the very same.
   * @param isConfirmed whether a person has agreed to publish whatever the risks
   */
  press(draft: ReportDraft, isConfirmed: boolean): Promise<void>;
}

interface FormPressesTools {
  background: Pick<BackgroundApi, 'create' | 'discard'>;
  isPrivateWindow: boolean;
  /** Whether the form still stands as it was sent. */
  stillHolds(draft: ReportDraft): boolean;
  /** Called when the report of the form as it stands is made, or goes on by itself. */
  onDone(): void;
  newId(): string;
}

/** A press that is not answered yet. */
interface Press {
  id: string;
  draft: ReportDraft;
}

/** How often the background is asked again when it was stopped before it could answer. */
const MOST_ATTEMPTS = 3;

/** Makes the presses of one form. */
export function createFormPresses(tools: FormPressesTools): FormPresses {
  const { background, isPrivateWindow, stillHolds, onDone, newId } = tools;
  const last = signal<Submitting | null>(null);
  const earlier = signal<EarlierPress | null>(null);
  const underWay = signal<readonly Press[]>([]);

  /**
   * The same id joins what is under way, so that asking again makes nothing twice; null when the
   * background has not answered at all.
   */
  async function createOnce({ id, draft }: Press): Promise<Outcome<Creation> | null> {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      try {
        return await background.create(id, draft, isPrivateWindow);
      } catch {
        // Stopped in the middle; the next message starts it anew.
      }
    }
    return null;
  }

  /** The id of a press that was not answered, while the form is still as it was. */
  function unansweredId(): string | null {
    const ended = last.value;
    if (ended?.state === 'held') return ended.unansweredId ?? null;
    return ended?.state === 'failed' && ended.failure.code === 'interrupted' ? ended.id : null;
  }

  function isLast({ id }: Press): boolean {
    return last.value?.state === 'sending' && last.value.id === id;
  }

  function tellGoesOn(press: Press, creation: Creation | null): void {
    const { url } = press.draft;
    // Another address may have been typed meanwhile; it is not what was just reported.
    if (stillHolds(press.draft)) onDone();
    // What nobody knows is told of among the reports on their way, with what can be done.
    if (isLast(press)) last.value = creation && { ...creation, id: press.id, url };
    else if (creation?.state === 'created') earlier.value = { url, report: creation.report };
  }

  function tellRefused(press: Press, failure: Failure): void {
    if (isLast(press) && (isUnstored(failure) || stillHolds(press.draft))) {
      last.value = { state: 'failed', id: press.id, failure };
      // All of it still stands here: nothing else needs to be kept.
      void attempt(() => background.discard(press.id));
    } else if (isLast(press)) last.value = null;
    else if (isUnstored(failure)) earlier.value = { url: press.draft.url, failure };
  }

  function tellUnanswered(press: Press): void {
    const { id, draft } = press;
    const failure: Failure = { code: 'interrupted' };
    if (isLast(press)) last.value = { state: 'failed', id, failure };
    else earlier.value = { url: draft.url, failure };
  }

  return {
    last,
    earlier,
    isSending: computed(() =>
      underWay.value.some((press) => isLast(press) && stillHolds(press.draft)),
    ),
    async press(draft, isConfirmed) {
      const same = underWay.value.find((press) => isSameDraft(press.draft, draft));
      const unanswered = unansweredId();
      const risks = isConfirmed || same !== undefined ? [] : draftRisks(draft);
      if (risks.length > 0) {
        last.value = { state: 'held', risks, ...(unanswered && { unansweredId: unanswered }) };
        return;
      }
      const id = same?.id ?? unanswered ?? newId();
      last.value = { state: 'sending', id };
      if (same !== undefined) return;
      const press = { id, draft };
      underWay.value = [...underWay.value, press];
      const outcome = await createOnce(press);
      batch(() => {
        underWay.value = underWay.value.filter((other) => other !== press);
        if (outcome === null) tellUnanswered(press);
        else if (!hasFailed(outcome)) tellGoesOn(press, outcome.value);
        else if (isOutcomeUnknown(outcome.failure)) tellGoesOn(press, null);
        else tellRefused(press, outcome.failure);
      });
    },
  };
}
