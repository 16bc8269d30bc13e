import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Announce, CopiedView } from '@/components/text/messages/copy-message';
import { fold } from './fold';
import type { PageClock } from './page-clock';

/** The outcome of a person's action that has no line in the queue, for example of copying. */
export interface Notice {
  /** Names the object of the action. */
  text: string;
  /** Null if the pressed button itself shows the outcome. */
  visibleText: string | null;
  isFailure: boolean;
  /** The password of the copied report, which a person may copy next; null if unknown. */
  password: string | null;
  /** Takes back the action; null if the notice has no *Undo*. */
  onUndo: (() => void) | null;
  /** The view of the copied text; null if the notice has no *View*. */
  view: CopiedView | null;
}

/** A reason to keep a notice: the focus or the pointer in the notice. */
export type NoticeUse = 'focus' | 'pointer';

/** The notice of an extension page. At most one notice is shown at a time. */
export interface Notices {
  /** The shown notice; null for none. */
  shown: ReadonlySignal<Notice | null>;
  /**
   * The latest notice of the context, also after its six seconds; null for none. If this signal became
   * null with `shown`, screen readers would announce an earlier text again.
   */
  announced: ReadonlySignal<Notice | null>;
  /** Replaces the shown notice. */
  announce: Announce;
  /** Adds *Undo* to a notice, unless another notice has replaced the notice. Its time begins again. */
  addUndo(notice: Notice | null, onUndo: () => void): void;
  /** Removes the shown notice. */
  dismiss(): void;
  /**
   * Keeps the notice while it is in use, or its view is open. When the last use ends, the time of the
   * notice begins again.
   */
  setUse(use: NoticeUse, isOn: boolean): void;
}

/** Time for which a notice is shown, in milliseconds. */
export const NOTICE_MS = 6_000;

/**
 * @param context changes with each press and each change of the view. A notice of another context
 *   is not shown.
 */
export function createNotices(clock: PageClock, context: ReadonlySignal<unknown>): Notices {
  const latest = signal<{ notice: Notice; context: unknown; until: number } | null>(null);
  const uses = signal<readonly NoticeUse[]>([]);
  const current = computed(() => (latest.value?.context === context.value ? latest.value : null));
  /** The end of the last use, in milliseconds since the epoch; infinite during a use. */
  const usedUntil = fold(
    computed(() => uses.value.length > 0 || current.value?.notice.view?.isOpen.value === true),
    0,
    (former, isInUse) => {
      if (isInUse) return Number.POSITIVE_INFINITY;
      return Number.isFinite(former) ? former : Date.now();
    },
  );

  return {
    shown: computed(() => {
      if (current.value === null) return null;
      const { notice, until } = current.value;
      const shownUntil = Math.max(until, usedUntil.value + NOTICE_MS);
      return notice.isFailure || !clock.isPast(shownUntil) ? notice : null;
    }),
    announced: computed(() => current.value?.notice ?? null),
    announce(text, more = {}) {
      const { visibleText = text, isFailure = false, password = null } = more;
      const { onUndo = null, view = null } = more;
      const notice = { text, visibleText, isFailure, password, onUndo, view };
      latest.value = { notice, context: context.value, until: Date.now() + NOTICE_MS };
    },
    addUndo(notice, onUndo) {
      if (latest.value === null || latest.value.notice !== notice) return;
      const until = Date.now() + NOTICE_MS;
      latest.value = { ...latest.value, notice: { ...notice, onUndo }, until };
    },
    dismiss() {
      latest.value = null;
    },
    setUse(use, isOn) {
      const others = uses.value.filter((one) => one !== use);
      uses.value = isOn ? [...others, use] : others;
    },
  };
}
