import type { ActivityProps } from '@/components/activity/activity-lines';
import { copyLink } from '@/components/ui/report/copy-link';
import type { ReportsActions, ReportsPage } from './reports-page';

/** What the lines below the search and in the open report take. */
export function activityProps(
  { activity, reportState, linkOf }: ReportsPage,
  { onOpenSettings, onOpenPage, onCopy }: ReportsActions,
): ActivityProps {
  return {
    ...{ activity, linkOf, onOpenSettings, onOpenPage },
    shownFieldsOf: (id) => (id === reportState.changeId.value ? reportState.shownFields.value : []),
    onOpen: (report) => void reportState.show(report),
    onCopyLink: async (link, report) => activity.tell(await copyLink(onCopy, link, report)),
  };
}
