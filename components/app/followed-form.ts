import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { ReportForm } from '@/components/form/form-state';
import type { QueueState } from '@/components/queue/queue-state';
import type { ReportState } from '@/components/report/report-state';
import { isFinished } from '@/lib/jobs/operation';

interface FollowedFormTools {
  form: ReportForm;
  reportState: ReportState;
  queue: QueueState;
}

/**
 * Removes the notice of a copy when a press leads to a problem, a confirmation or a missing
 * password.
 * @returns the id of the report that was created last since the page opened; null for none
 */
export function followForm(tools: FollowedFormTools): ReadonlySignal<string | null> {
  const { form, reportState, queue } = tools;
  const firstAtOpening = queue.first.peek();
  effect(() => {
    // Reading these values makes the effect run at each of their changes.
    void [form.problems.value, form.confirmation.value, reportState.risks.value];
    void reportState.fields.value?.lacksPassword;
    untracked(() => queue.announce(null));
  });
  return computed(() => {
    const first = queue.first.value;
    if (first?.subject.kind !== 'create' || !isFinished(first)) return null;
    const wasFinishedBefore = first.id === firstAtOpening?.id && isFinished(firstAtOpening);
    return wasFinishedBefore ? null : (first.report?.id ?? null);
  });
}
