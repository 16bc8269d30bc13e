import { useLayoutEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { ListFailure, listCount } from '@/components/list/list-section';
import { QueueRegion } from '@/components/queue/queue-region';
import { ReportTable } from '@/components/table/report-table';
import { countMessage, TableHead } from '@/components/table/table-head';
import { dayInYear } from '@/components/text/dates';
import { isolated } from '@/components/text/isolation';
import { counted, countText } from '@/components/text/language';
import { reminderMessage } from '@/components/text/messages/backup-message';
import { failureMessage } from '@/components/text/messages/failure-message';
import { IconButton } from '@/components/ui/icon';
import { Message } from '@/components/ui/message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { ClientHeader, Clients } from './client-table';
import { DueDialog } from './due-dialog';
import { FindReports } from './find-reports';
import { FoundNames } from './found-names';
import { JoinDialog } from './join-dialog';
import { useListViewFocus } from './list-view-focus';
import { ProblemHeader } from './problem-header';
import { ClientFindings, Findings, type FindingsProps } from './problem-lists';
import { useReports } from './reports-page';
import { useStableScroll } from './table-scroll';

/** Minimum height of a window that shows the problems unfolded by default, in pixels. */
const MIN_UNFOLDED_HEIGHT = 700;

export function ReportsSection() {
  const { hasForm, list, listRows, table, refresh } = useReports();
  const { count, total } = listRows.value;
  const isWhole = table.value.overview.client.value === null;
  const isCounted = list.shown.value?.isAnswer === true && (total > 0 || !isWhole);
  const isBlank = useIsBlank();
  useStableScroll(table.value.overview);
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => followHeight(bar.current), []);
  return (
    <section
      class={isBlank ? 'reports inset-lines is-blank' : 'reports inset-lines'}
      aria-labelledby="reports-heading"
    >
      {/* In the side panel, the queue is below the form. */}
      {hasForm && <QueueRegion />}
      {isBlank && <p class="inset quiet">{i18n.t('list.loading')}</p>}
      <ViewHead />
      <div ref={bar} class="table-bar border-above">
        <FindReports />
        <TableHead count={isCounted ? countMessage(count, total) : listCount(list)}>
          {table.value.canSortAgain.value && (
            <button type="button" onClick={table.value.sortAgain}>
              {i18n.t('reports.sortAgain')}
            </button>
          )}
          <IconButton
            label={i18n.t('list.refresh')}
            icon="refresh"
            isTurning={list.isReading.value}
            onClick={refresh}
          />
        </TableHead>
      </div>
      <FoundNames />
      <ShownCount />
      <ReportTable />
      <Empty />
      <WithoutHistory />
      <BackupLine />
      <div class="tray inset-lines">
        <Failure />
        {!hasForm && <QueueRegion />}
        <Foot />
      </div>
      <JoinDialog />
      <DueDialog />
    </section>
  );
}

/** Announces the selected pages or, with filters, the shown pages. The count above the table is not spoken. */
function ShownCount() {
  const { hasFilters, listRows, table } = useReports();
  const { count, total, status } = listRows.value;
  const selected = table.value.selection.selected.value.length;
  const isShown = hasFilters.value && status === 'ready';
  return (
    <p class="visually-hidden" aria-live="polite">
      {selected > 0
        ? i18n.t('reports.selected', [countText(selected)])
        : isShown && countMessage(count, total)}
    </p>
  );
}

/** Whether the view has not yet shown rows, a failure, or why there are no rows. */
function useIsBlank(): boolean {
  const { total, status } = useReports().listRows.value;
  const isBlank = useRef(true);
  isBlank.current &&= total === 0 && (status === 'idle' || status === 'loading');
  return isBlank.current;
}

/**
 * Sets `--bar-size` to the height of the sticky bar above the table, which wraps in some languages.
 * Returns a function that stops the observation.
 */
function followHeight(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty('--bar-size', `${bar.getBoundingClientRect().height}px`);
  });
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--bar-size');
  };
}

/** The part above the table: all clients, one client, or a problem. */
function ViewHead() {
  const { openParts, unfoldsProblems, routes, openView, table } = useReports();
  const { overview } = table.value;
  const { view } = routes.now.value;
  const isUnfolded = openParts.of(
    'problems',
    unfoldsProblems.value ?? innerHeight >= MIN_UNFOLDED_HEIGHT,
  );
  const here = view.name === 'list' ? view : { name: 'list' as const };
  useListViewFocus(here);
  const onShow: FindingsProps['onShow'] = ({ check, isFixed, client = here.client }, inNewTab) =>
    openView({ ...here, check, ...(isFixed && { isFixed }), ...(client && { client }) }, inNewTab);
  if (here.check !== undefined)
    return <ProblemHeader overview={overview} {...here} check={here.check} />;
  return here.client === undefined ? (
    <>
      <Clients />
      <Findings overview={overview} isUnfolded={isUnfolded} onShow={onShow} />
    </>
  ) : (
    <>
      <ClientHeader />
      <ClientFindings overview={overview} isUnfolded={isUnfolded} onShow={onShow} />
    </>
  );
}

function Failure() {
  const { queue, list, reading, failingSince, historyStatus } = useReports();
  if (list.failure.value === null) {
    const failure = reading.now.value.failure;
    const fails = historyStatus.value === 'failing';
    if (failure !== null && !fails) return <AlertLine>{failureMessage(failure)}</AlertLine>;
    return <AlertLine>{fails && i18n.t('reports.historyFails')}</AlertLine>;
  }
  return (
    <ListFailure
      list={list}
      shownAbove={queue.backoff.value?.failure ?? null}
      failingSince={failingSince.value}
    />
  );
}

/** Says why the table has no rows. */
function Empty() {
  const { listRows, table, routes } = useReports();
  const { empty } = listRows.value;
  if (empty === null) return null;
  if (empty === 'lostClient') {
    const client = table.value.overview.client.value ?? '';
    return (
      <div class="no-rows inset beside">
        <p class="quiet">
          <Message text={i18n.t('clients.lost', [isolated(client)])} />
        </p>
        <button type="button" onClick={() => routes.goTo({ name: 'list' })}>
          {i18n.t('reports.showAll')}
        </button>
      </div>
    );
  }
  return <p class="quiet">{i18n.t(empty === 'filtered' ? 'list.noMatch' : 'list.empty')}</p>;
}

/** A reminder after a month without a backup. Says what exists only in this browser. */
function BackupLine() {
  const { backupReminder, openBackup } = useReports();
  const reminder = backupReminder.value;
  if (reminder === null) return null;
  return (
    <p class="cluster compact quiet small">
      <span>{reminderMessage(reminder)}</span>
      <button type="button" onClick={openBackup}>
        {i18n.t('backup.reminderOpen')}
      </button>
    </p>
  );
}

/** Says why only the newest reports are shown. */
function WithoutHistory() {
  const { historyStatus } = useReports();
  if (historyStatus.value !== 'unavailable') return null;
  return <p class="quiet">{i18n.t('reports.historyUnavailable')}</p>;
}

/** The progress of an export, and the number of unreadable rows. */
export function Foot() {
  const { view, list, allRows, exports } = useReports();
  const reading = exports.progress.value;
  const { unreadable } = allRows.value;
  const offeredAt = exports.offeredAt.value;
  return (
    <div class="foot inset-inline cluster compact quiet small">
      {reading !== null && (
        <>
          <progress value={reading.done} max={reading.size} aria-hidden="true" />
          <span>
            {i18n.t('reports.readingTicket', [countText(reading.done), countText(reading.size)])}
          </span>
          <button type="button" onClick={exports.stop}>
            {i18n.t('reports.stop')}
          </button>
        </>
      )}
      {view.value === 'list' && list.shown.value?.isAnswer === true && unreadable > 0 && (
        <span>{counted('list.unreadable', unreadable)}</span>
      )}
      <StatusLine>{exports.isWaiting.value && i18n.t('reports.waitingForAll')}</StatusLine>
      {offeredAt !== null && (
        <button type="button" onClick={exports.copyStored}>
          {i18n.t('reports.copyStored', [dayInYear(offeredAt)])}
        </button>
      )}
    </div>
  );
}
