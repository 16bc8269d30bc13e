import { i18n } from '#i18n';
import { DeletionLines } from '@/components/deletions/deletion-lines';
import { IconButton } from '@/components/ui/icon-button';
import { StatusLine } from '@/components/ui/message-lines';
import type { ReportDeletions } from '@/lib/deletion/page/report-deletions';
import type { ReportList } from '@/lib/report/page/report-list';
import type { Report } from '@/lib/report/report';
import { isFiltered } from '@/lib/report/report-query';
import type { ResultPoll } from '@/lib/result-poll/result-poll';
import type { ReportForm } from '@/lib/submission/page/report-form';
import { ListCount } from './list-count';
import { ListFailure } from './list-failure';
import { ListFilters } from './list-filters';
import { ReportRows } from './report-rows';

interface ReportsSectionProps {
  list: ReportList;
  form: ReportForm;
  deletions: ReportDeletions;
  awaited: readonly ResultPoll[];
  /** Whether the browser's storage had no room for the list. */
  isMemoryOnly: boolean;
  onOpen: (report: Report) => void;
}

/** The person's reports: how to find one, the list, and what is being deleted. */
export function ReportsSection(props: ReportsSectionProps) {
  const { list, form, deletions, awaited, isMemoryOnly, onOpen } = props;
  const shown = list.shown.value;
  const query = list.query.value;
  const isReading = list.isReading.value;
  // The service is asked when the typing pauses; only a failure leaves a question unanswered.
  const isPending = isReading || list.failure.value === null;

  return (
    <section class="reports" aria-labelledby="reports-heading">
      <div class="section-head">
        <h2 id="reports-heading">{i18n.t('list.label')}</h2>
        <IconButton
          label={i18n.t('list.refresh')}
          outline="M19 12a7 7 0 1 1-2-5l2 2m0-5v5h-5"
          isTurning={isReading}
          onClick={() => void list.refreshAloud()}
        />
      </div>
      <ListFilters query={query} projects={list.projects.value} onChange={list.change} />
      <ListFailure list={list} form={form} />
      <StatusLine>{isMemoryOnly ? i18n.t('list.memoryOnly') : null}</StatusLine>
      <DeletionLines deletions={deletions} />
      {shown === undefined ? (
        isReading && <p class="empty">{i18n.t('list.loading')}</p>
      ) : (
        <>
          <ReportRows
            reports={shown.reports}
            awaited={awaited}
            isStale={!shown.isAnswer}
            isReading={isReading}
            onOpen={onOpen}
          />
          {shown.reports.length === 0 && (shown.isAnswer || !isPending) && (
            <p class="empty">{i18n.t(isFiltered(query) ? 'list.noMatch' : 'list.empty')}</p>
          )}
          {isFiltered(query) && (
            <button type="button" class="plain" onClick={list.clear}>
              {i18n.t('list.clear')}
            </button>
          )}
          <ListCount shown={shown} query={query} isPending={isPending} />
        </>
      )}
    </section>
  );
}
