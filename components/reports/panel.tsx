import { useLayoutEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { focusReport } from '@/components/app/focus-recovery';
import { ListSection } from '@/components/list/list-section';
import { ThisPage } from '@/components/list/this-page';
import { QueueRegion } from '@/components/queue/queue-region';
import { useReports } from './reports-page';

/** Offers to allow access to tabs. With this access, the form follows the current page. */
export function TabAccess() {
  const { hasTabsPermission, requestTabs } = useReports();
  if (hasTabsPermission.value) return null;
  return (
    <p class="inset quiet">
      {i18n.t('page.needsTabs')}{' '}
      <button type="button" class="link" onClick={requestTabs}>
        {i18n.t('queue.allowAccess')}
      </button>
    </p>
  );
}

/** The part below the form of a narrow panel: queue, current page, and reports as in the popup. */
export function PlainList() {
  const openId = useReports().reportState.open.value?.report.id;
  // Focuses the row of the open report after the report closes.
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
