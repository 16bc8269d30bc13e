import { i18n } from '#i18n';
import { Icon } from '@/components/icon';
import { StatusLine } from '@/components/message-lines';
import type { AwaitedResult } from '@/lib/model/awaited-result';
import type { UnkeptReason } from '@/lib/model/connection';
import type { FailureCode } from '@/lib/model/failure';
import type { Report } from '@/lib/model/report';
import { isFiltered } from '@/lib/model/report-query';
import type { ReportDeletions } from '@/lib/state/report-deletions';
import type { ReportList } from '@/lib/state/report-list';
import { Later } from './later';
import { ListCount } from './list-count';
import { ListFilters } from './list-filters';
import { ReportRows } from './report-rows';

export interface ReportsSectionProps {
  list: ReportList;
  deletions: ReportDeletions;
  awaited: readonly AwaitedResult[];
  /** What the form has said already need not be said again. */
  saidCode: FailureCode | null;
  onOpen: (report: Report) => void;
}

/** The person's reports: how to find one, the list, and what is being deleted. */
export function ReportsSection(props: ReportsSectionProps) {
  const { list, deletions, awaited, saidCode, onOpen } = props;
  const shown = list.shown.value;
  const query = list.query.value;
  const failure = list.failure.value;
  const isReading = list.isReading.value;
  // The service is asked when the typing pauses; only a failure leaves a question unanswered.
  const isPending = isReading || failure === null;

  return (
    <section class="reports" aria-labelledby="reports-heading">
      <div class="section-head">
        <h2 id="reports-heading">{i18n.t('list.label')}</h2>
        <button
          type="button"
          class={isReading ? 'icon-button is-turning' : 'icon-button'}
          aria-label={i18n.t('list.refresh')}
          title={i18n.t('list.refresh')}
          onClick={() => void list.refreshAloud()}
        >
          <Icon name="refresh" />
        </button>
      </div>
      <ListFilters query={query} projects={list.projects.value} onChange={list.change} />
      {failure && failure.code !== saidCode && (
        <Later>
          {({ ListFailure }) => <ListFailure failure={failure} readAt={shown?.readAt} />}
        </Later>
      )}
      <StatusLine>{unkeptSentence(shown?.unkept ?? null)}</StatusLine>
      <Later>{({ DeletionLines }) => <DeletionLines deletions={deletions} />}</Later>
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
            <button type="button" class="plain" onClick={() => list.clear()}>
              {i18n.t('list.clear')}
            </button>
          )}
          <ListCount shown={shown} query={query} isPending={isPending} />
        </>
      )}
    </section>
  );
}

function unkeptSentence(reason: UnkeptReason | null): string | null {
  switch (reason) {
    case 'no-space':
      return i18n.t('list.unkeptNoSpace');
    case 'too-large':
      return i18n.t('list.unkeptTooLarge');
    case 'private':
    case null:
      return null;
  }
}
