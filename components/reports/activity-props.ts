import type { ActivityProps } from '@/components/activity/activity-lines';
import { fillForm } from '@/components/form/filled-form';
import { copyLink } from '@/components/ui/report/copy-link';
import type { ReportsActions, ReportsPage } from './reports-page';

/** What the lines below the search and in the open report take. */
export function activityProps(
  { activity, form, reportState, linkOf }: ReportsPage,
  { onOpenSettings, onOpenPage, onCopy }: ReportsActions,
): ActivityProps {
  return {
    ...{ activity, linkOf, onOpenSettings, onOpenPage },
    shownFieldsOf: (id) => (id === form?.pressId.value ? form.shownFields.value : []),
    onOpen: (report) => void reportState.show(report),
    ...(form && { onEdit: (draft) => fillForm(form, draft) }),
    onCopyLink: async (link, report) => activity.tell(await copyLink(onCopy, link, report)),
  };
}
