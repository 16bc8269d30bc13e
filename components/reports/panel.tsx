import { useLayoutEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { focusReport } from '@/components/app/focus-recovery';
import { ListSection } from '@/components/list/list-section';
import { ThisPage } from '@/components/list/this-page';
import { QueueRegion } from '@/components/queue/queue-region';
import { useReports } from './reports-page';

/** How the form comes to follow the page in front, where a person has not allowed that yet. */
export function TabAccess() {
  const { seesTabs, requestTabs } = useReports();
  if (seesTabs.value) return null;
  return (
    <p class="inset quiet">
      {i18n.t('page.needsTabs')}{' '}
      <button type="button" class="link" onClick={requestTabs}>
        {i18n.t('queue.allowAccess')}
      </button>
    </p>
  );
}

/** What stands below the form of a narrow panel: the lines, the page in front, and reports as in the popup. */
export function PlainList() {
  const openId = useReports().reportState.open.value?.report.id;
  // Back to the row of the report that was open.
  useLayoutEffect(() => {
    if (openId === undefined) return undefined;
    return () => focusReport(openId);
  }, [openId]);
  return (
    <>
      <QueueRegion />
      <ThisPage />
      <ListSection onShowAll={null} />
    </>
  );
}
