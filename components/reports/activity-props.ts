import type { ActivityProps } from '@/components/activity/activity-lines';
import { fillForm } from '@/components/form/filled-form';
import { copyLink } from '@/components/ui/report/copy-link';
import type { ReportsActions, ReportsPage } from './reports-page';

/** What the lines below the search and in the open report take. */
export function activityProps(
  { activity, form, opened, linkOf }: ReportsPage,
  { onOpenSettings, onOpenPage, onCopy }: ReportsActions,
): ActivityProps {
  return {
    ...{ activity, linkOf, onOpenSettings, onOpenPage },
    shownFieldsOf(id) {
      if (form !== null && id === form.pressId.value) return form.shownFields.value;
      return id === opened.changeId.value ? opened.shownFields.value : [];
    },
    onOpen: (report) => void opened.show(report),
    ...(form && { onEdit: ({ url, privacy }) => fillForm(form, url, privacy) }),
    onCopyLink: async (link, report) => activity.tell(await copyLink(onCopy, link, report)),
  };
}
