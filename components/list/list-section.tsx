import { i18n } from '#i18n';
import { DeletionLines } from '@/components/activity/deletion-lines';
import type { ConnectedPopup, PopupActions } from '@/components/popup/popup-state';
import { IconButton } from '@/components/ui/icon-button';
import { isFiltered } from '@/lib/report/report-query';
import { ListCount, ListOrder } from './list-count';
import { ListEnd } from './list-end';
import { ListFailure } from './list-failure';
import { ListSearch } from './list-search';
import { ReportRows } from './report-rows';

import { SiteToggle } from './site-toggle';

interface ReportsSectionProps extends PopupActions {
  connected: ConnectedPopup;
}

/** The person's reports: how to find one, the list, and what is being deleted. */
export function ReportsSection({ connected, ...actions }: ReportsSectionProps) {
  const { list, form, tasks, deletions } = connected;
  const shown = list.shown.value;
  const isReading = list.isReading.value;
  const query = list.query.value;
  // A whole list shows the page's reports already.
  const isPart = isFiltered(query) || shown?.isPart === true;

  return (
    <section class="reports" aria-labelledby="reports-heading">
      <div class="section-head">
        <h2 id="reports-heading" tabIndex={-1}>
          {i18n.t('list.label')}
        </h2>
        <ListCount list={list} />
        <SiteToggle project={list.project} />
        <IconButton
          label={i18n.t('list.refresh')}
          outline="M19 12a7 7 0 1 1-2-5l2 2m0-5v5h-5"
          isTurning={isReading}
          onClick={() => void list.refreshAloud()}
        />
        <ListOrder list={list} />
      </div>
      <ListSearch list={list} pageUrl={isPart && form.holdsPage.value ? form.pageUrl : null} />
      <ListFailure list={list} form={form} tasks={tasks} />
      <DeletionLines deletions={deletions} />
      {shown && (
        <>
          <ReportRows
            connected={connected}
            reports={shown.reports}
            isStale={!shown.isAnswer}
            isReading={isReading}
            {...actions}
          />
          <ListEnd list={list} shown={shown} />
        </>
      )}
    </section>
  );
}
