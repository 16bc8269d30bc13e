import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { Activity } from '@/components/activity/activity-state';
import type { ReportForm } from '@/components/form/form-state';
import type { ListState } from '@/components/list/list-state';
import type { ReportState } from '@/components/report/report-state';
import { isFinished } from '@/lib/jobs/operation';
import { isNewestFirst } from '@/lib/report/report-query';

interface FollowedFormTools {
  form: ReportForm;
  list: ListState;
  reportState: ReportState;
  activity: Activity;
}

/**
 * Has list and notice of a page follow its form: the list is read again where a new report does not
 * appear in it by itself, and the notice of a copy goes once a press needs something else.
 * @returns the id of the report that was created last; null for none
 */
export function followForm(tools: FollowedFormTools): ReadonlySignal<string | null> {
  const { form, list, reportState, activity } = tools;
  const created = computed(() => {
    const first = activity.first.value;
    if (first?.subject.kind !== 'create' || !isFinished(first)) return null;
    return { id: first.id, reportId: first.report?.id ?? null };
  });
  const createdId = computed(() => created.value?.id ?? null);
  effect(() => {
    if (createdId.value === null) return;
    untracked(() => {
      // In any other order the service has to place it.
      if (!isNewestFirst(list.query.value)) void list.refresh();
    });
  });

  effect(() => {
    // What was copied is no news once a press needs something else.
    void [form.problems.value, form.confirmation.value, reportState.risks.value];
    void reportState.fields.value?.lacksPassword;
    untracked(() => activity.announce(null));
  });

  return computed(() => created.value?.reportId ?? null);
}
