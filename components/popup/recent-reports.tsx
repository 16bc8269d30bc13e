import { i18n } from '#i18n';
import { shortTime } from '@/components/dates';
import { failureSentence } from '@/components/failure-sentence';
import { Icon } from '@/components/icon';
import { AlertLine } from '@/components/message-lines';
import type { Report } from '@/lib/model/report';
import type { RecentList } from '@/lib/state/recent-list';
import { ReportRow } from './report-row';

interface RecentReportsProps {
  list: RecentList;
  onOpen: (report: Report) => void;
}

/** The newest reports, as stored, and how current they are. */
export function RecentReports({ list, onOpen }: RecentReportsProps) {
  const recent = list.recent.value;
  const failure = list.failure.value;
  const isRefreshing = list.isRefreshing.value;
  const asOf = failure && recent ? ` ${i18n.t('list.readAt', [shortTime(recent.readAt)])}` : '';

  return (
    <section class="recent" aria-busy={isRefreshing}>
      <div class="section-head">
        <h2 id="recent-reports">{i18n.t('list.label')}</h2>
        <button
          type="button"
          class={isRefreshing ? 'icon-button is-turning' : 'icon-button'}
          aria-label={i18n.t('list.refresh')}
          title={i18n.t('list.refresh')}
          aria-disabled={isRefreshing}
          onClick={() => void list.refresh()}
        >
          <Icon name="refresh" />
        </button>
      </div>
      <AlertLine>{failure && failureSentence(failure) + asOf}</AlertLine>
      {isRefreshing && !recent && <p class="empty">{i18n.t('list.loading')}</p>}
      {recent && (
        <>
          {recent.reports.length === 0 && <p class="empty">{i18n.t('list.empty')}</p>}
          <ul class="rows" aria-labelledby="recent-reports">
            {recent.reports.map((report) => (
              <ReportRow key={report.id} report={report} onOpen={() => onOpen(report)} />
            ))}
          </ul>
          {recent.unreadable > 0 && (
            <p class="note">{i18n.t('list.unreadable', recent.unreadable)}</p>
          )}
        </>
      )}
    </section>
  );
}
