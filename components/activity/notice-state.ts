import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ReportForm } from '@/components/form/form-state';
import type { ReportChanges } from '@/components/report/changes-state';
import type { NewResults } from '@/components/report/new-results-state';
import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';

/** What a press beside Create report came to. */
export type Notice =
  /** A status. */
  | { text: string }
  /** New results of a report were asked for, as this task. */
  | { updateId: string; report: Report }
  /** Why a report could not be changed. */
  | { failure: Failure; report: Report };

/** What is told of such presses: one at a time, until the next press. */
export interface Notices {
  current: Signal<Notice | null>;
  /** The task that is told of here, so that the queue does not; null for none. */
  toldId: ReadonlySignal<string | null>;
}

interface NoticesTools {
  form: Pick<ReportForm, 'lastPress' | 'privacy'>;
  changes: Pick<ReportChanges, 'standing' | 'gone'>;
  results: Pick<NewResults, 'stateOf'>;
  listed: ReadonlySignal<readonly Report[]>;
  deleting: ReadonlySignal<readonly string[]>;
  /** The id of the report whose view is open, which tells of its changes itself. */
  openId: ReadonlySignal<string | undefined>;
}

/** Makes them, and keeps what is told true. */
export function createNotices(tools: NoticesTools): Notices {
  const { form, changes, results, listed, deleting, openId } = tools;
  const current = signal<Notice | null>(null);

  // How a creation ends is told, whatever was pressed while it was under way; not each later change
  // of its report.
  const pressState = computed(() => form.lastPress.value?.state);
  pressState.subscribe(() => {
    current.value = null;
  });

  // What was copied or done is no news once another report, or another choice, is the matter.
  const matter = computed(() => [form.privacy.value, openId.value, ...deleting.value].join());
  matter.subscribe(() => {
    const told = current.peek();
    if (told !== null && 'text' in told) current.value = null;
  });

  effect(() => {
    const report = changes.gone.value;
    if (report === null || openId.peek() === report.id) return;
    current.value = { failure: { code: 'gone', what: 'report', message: null }, report };
  });

  // No results of a report that is gone are awaited: that would read as if they had come.
  effect(() => {
    const told = current.value;
    if (told === null || !('updateId' in told)) return;
    const { updateId, report } = told;
    const isThere =
      changes.standing(updateId).name !== 'ended' ||
      results.stateOf(report.id) !== null ||
      listed.value.some(({ id }) => id === report.id);
    if (!isThere || deleting.value.includes(report.id)) current.value = null;
  });

  return {
    current,
    toldId: computed(() => {
      const told = current.value;
      if (told === null || !('updateId' in told)) return null;
      return changes.standing(told.updateId).name === 'onItsWay' ? told.updateId : null;
    }),
  };
}
