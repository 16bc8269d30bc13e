import { i18n } from '#i18n';
import { usePage } from '@/components/app/page-context';
import { ListSearch } from '@/components/list/find/list-search';
import { SiteToggle } from '@/components/list/find/site-toggle';
import { IconButton } from '@/components/ui/icon';
import { StatusLine } from '@/components/ui/message-lines';
import { isFiltered } from '@/lib/report/report-query';
import { ListCount, ListOrder } from './list-count';
import { ListEnd } from './list-end';
import { ListFailure } from './list-failure';
import { listNews } from './list-news';
import { ReportRows } from './report-rows';

/** The person's reports: how to find one, and the list. */
export function ReportsSection() {
  const { list, form, activity } = usePage();
  const shown = list.shown.value;
  const isReading = list.isReading.value;
  const query = list.query.value;
  const pageUrl = form.holdsPage.value ? (form.page.value?.url ?? null) : null;
  // A whole list shows the page's reports already.
  const isPart = isFiltered(query) || shown?.isPart === true;

  return (
    <section class="reports" aria-labelledby="reports-heading">
      <div class="section-head">
        <h2 id="reports-heading" tabIndex={-1}>
          {i18n.t('list.label')}
        </h2>
        <ListCount list={list} />
        <SiteToggle list={list} />
        <IconButton
          label={i18n.t('list.refresh')}
          icon="refresh"
          isTurning={isReading}
          onClick={() => void list.refreshAloud()}
        />
        <ListOrder list={list} />
      </div>
      <ListSearch list={list} pageUrl={isPart ? pageUrl : null} />
      <StatusLine isUnseen>{listNews(list)}</StatusLine>
      <ListFailure list={list} shownAbove={activity.backoff.value?.failure ?? null} />
      {shown && (
        <>
          <ReportRows reports={shown.reports} isStale={!shown.isAnswer} isReading={isReading} />
          <ListEnd list={list} shown={shown} />
        </>
      )}
    </section>
  );
}
