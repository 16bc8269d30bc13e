import { i18n } from '#i18n';
import { DeletionLines } from '@/components/deletions/deletion-lines';
import type { ConnectedPopup, PopupActions } from '@/components/popup/popup-state';
import { IconButton } from '@/components/ui/icon-button';
import { StatusLine } from '@/components/ui/message-lines';
import { ListCount } from './list-count';
import { ListEnd } from './list-end';
import { ListFailure } from './list-failure';
import { ListSearch } from './list-search';
import { ReportRows } from './report-rows';

interface ReportsSectionProps extends PopupActions {
  connected: ConnectedPopup;
}

/** The person's reports: how to find one, the list, and what is being deleted. */
export function ReportsSection({ connected, ...actions }: ReportsSectionProps) {
  const { list, form, submissions, deletions, isListMemoryOnly } = connected;
  const shown = list.shown.value;
  const isReading = list.isReading.value;

  return (
    <section class="reports" aria-labelledby="reports-heading">
      <div class="section-head">
        <h2 id="reports-heading" tabIndex={-1}>
          {i18n.t('list.label')}
        </h2>
        <ListCount list={list} />
        <IconButton
          label={i18n.t('list.refresh')}
          outline="M19 12a7 7 0 1 1-2-5l2 2m0-5v5h-5"
          isTurning={isReading}
          onClick={() => void list.refreshAloud()}
        />
      </div>
      <ListSearch list={list} />
      <ListFailure list={list} form={form} submissions={submissions} />
      <StatusLine>{isListMemoryOnly.value ? i18n.t('list.memoryOnly') : null}</StatusLine>
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
