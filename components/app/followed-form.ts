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
 * Takes the notice of a copy from a page once a press on it needs something else.
 * @returns the id of the report that was created last since the page was opened; null for none
 */
export function followForm(tools: FollowedFormTools): ReadonlySignal<string | null> {
  const { form, reportState, queue } = tools;
  const before = queue.first.peek();
  effect(() => {
    void [form.problems.value, form.confirmation.value, reportState.risks.value];
    void reportState.fields.value?.lacksPassword;
    untracked(() => queue.announce(null));
  });
  return computed(() => {
    const first = queue.first.value;
    if (first?.subject.kind !== 'create' || !isFinished(first)) return null;
    if (first.id === before?.id && isFinished(before)) return null;
    return first.report?.id ?? null;
  });
}
