import { i18n } from '#i18n';
import { ROWS_IN_FIRST_FRAME } from '@/components/popup/first-rows';
import type { FirstPopup, WholePopup } from '@/components/popup/popup-state';
import { Icon } from '@/components/ui/icon';
import { StatusLine } from '@/components/ui/message-lines';
import type { Report } from '@/lib/report/report';
import { isFiltered } from '@/lib/report/report-query';
import { ListFilters } from './list-filters';
import { ReportRows } from './report-rows';

interface ReportsSectionProps {
  first: FirstPopup;
  /** Null until it comes. */
  whole: WholePopup | null;
  onOpen: (report: Report) => void;
}

/** The person's reports: how to find one, the list, and what is being deleted. */
export function ReportsSection({ first, whole, onOpen }: ReportsSectionProps) {
  const { list, awaited } = whole ?? first;
  const shown = list.shown.value;
  const query = list.query.value;
  const isReading = whole?.list.isReading.value ?? false;
  // The service is asked when the typing pauses; only a failure leaves a question unanswered.
  const isPending = isReading || !whole?.list.failure.value;

  return (
    <section class="reports" aria-labelledby="reports-heading">
      <div class="section-head">
        <h2 id="reports-heading">{i18n.t('list.label')}</h2>
        <button
          type="button"
          class={isReading ? 'icon-button is-turning' : 'icon-button'}
          aria-label={i18n.t('list.refresh')}
          title={i18n.t('list.refresh')}
          onClick={() => first.soon((all) => void all.list.refreshAloud())}
        >
          <Icon outline="M19 12a7 7 0 1 1-2-5l2 2m0-5v5h-5" />
        </button>
      </div>
      <ListFilters query={query} projects={list.projects.value} onChange={list.change} />
      {whole && <whole.parts.ListFailure list={whole.list} form={whole.form} />}
      <StatusLine>{whole?.parts.unkeptSentence(shown?.unkept ?? null)}</StatusLine>
      {whole && <whole.parts.DeletionLines deletions={whole.deletions} />}
      {shown === undefined ? (
        isReading && <p class="empty">{i18n.t('list.loading')}</p>
      ) : (
        <>
          <ReportRows
            reports={whole ? shown.reports : shown.reports.slice(0, ROWS_IN_FIRST_FRAME)}
            awaited={awaited.value}
            isStale={!shown.isAnswer}
            isReading={isReading}
            onOpen={onOpen}
          />
          {shown.reports.length === 0 && (shown.isAnswer || !isPending) && (
            <p class="empty">{i18n.t(isFiltered(query) ? 'list.noMatch' : 'list.empty')}</p>
          )}
          {isFiltered(query) && (
            <button type="button" class="plain" onClick={() => list.clear()}>
              {i18n.t('list.clear')}
            </button>
          )}
          {whole && <whole.parts.ListCount shown={shown} query={query} isPending={isPending} />}
        </>
      )}
    </section>
  );
}
