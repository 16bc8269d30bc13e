import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import type { PageState } from '@/components/page/page-state';
import { shortTime } from '@/components/text/dates';
import { counted, countText, labelled, sentences } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { IconButton } from '@/components/ui/icon';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import type { Failure } from '@/lib/failure';
import { isFiltered, RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { ListSearch, SiteToggle } from './filters';
import type { ListState } from './list-state';
import { ReportRows } from './report-rows';
import type { ShownList } from './shown-list';

interface ListSectionProps {
  /** Opens *All reports*; null if the browser cannot open it in this window. */
  onShowAll: (() => void) | null;
}

/** The list of reports, with its search and filters. */
export function ListSection({ onShowAll }: ListSectionProps) {
  const page = usePage();
  const { list, form, queue, isStarredOnly } = page;
  const shown = list.shown.value;
  const isReading = list.isReading.value;
  const query = list.query.value;
  const pageUrl = form.hasPageAddress.value ? (form.page.value?.url ?? null) : null;
  // A complete list already shows the reports of the page.
  const isPart = isFiltered(query) || shown?.isPart === true;

  return (
    <section class="reports inset-lines" aria-labelledby="reports-heading">
      <div class="section-head cluster list-head compact">
        <h2 id="reports-heading" tabIndex={-1}>
          {i18n.t('list.label')}
        </h2>
        <small class="count grow quiet">
          {isStarredOnly.value ? <StarredCount /> : listCount(list)}
        </small>
        {onShowAll && (
          <button type="button" class="link" onClick={onShowAll}>
            {i18n.t('reports.showAll')}
          </button>
        )}
        <span class="list-tools beside tight">
          <SiteToggle list={list} />
          <IconButton
            label={i18n.t('list.refresh')}
            icon="refresh"
            isTurning={isReading}
            onClick={() => void list.refreshAloud()}
          />
        </span>
        <ListOrder list={list} />
      </div>
      <ListSearch list={list} pageUrl={isPart ? pageUrl : null} />
      <StatusLine isVisuallyHidden>
        {isStarredOnly.value ? starredNews(page) : listNews(list)}
      </StatusLine>
      <ListFailure list={list} shownAbove={queue.backoff.value?.failure ?? null} />
      {isStarredOnly.value && <StarredRows />}
      {shown && !isStarredOnly.value && (
        <>
          <ReportRows reports={shown.reports} isStale={!shown.isAnswer} isReading={isReading} />
          <ListEnd list={list} shown={shown} />
        </>
      )}
    </section>
  );
}

function StarredCount() {
  const { starredReports, isStarredKnown } = usePage();
  const count = starredReports.value.length;
  if (count > 0) return countText(count);
  return isStarredKnown.value ? null : i18n.t('list.loading');
}

function StarredRows() {
  const page = usePage();
  const { list, starredReports, isStarredKnown } = page;
  const isKnown = isStarredKnown.value;
  const isEmpty = isKnown && starredReports.value.length === 0;
  return (
    <>
      <ReportRows reports={starredReports.value} isStale={false} isReading={!isKnown} />
      {isEmpty && (
        <div class="list-end stack inset">
          <p class="quiet">{noneStarredText(page)}</p>
          {list.query.value.search !== '' && <ClearSearch list={list} />}
        </div>
      )}
    </>
  );
}

/** Returns why *Starred* shows no rows. */
function noneStarredText({ list, starred }: PageState): string {
  if ((starred.value?.size ?? 0) === 0) return i18n.t('star.none');
  return i18n.t(isFiltered(list.query.value) ? 'list.noMatch' : 'star.noReports');
}

/** Returns the announcement of *Starred* for screen readers; null while the rows are being read. */
function starredNews(page: PageState): string | null {
  if (page.list.isFresh.value) return i18n.t('list.refreshed');
  if (!page.isStarredKnown.value) return null;
  const count = page.starredReports.value.length;
  return count === 0 ? noneStarredText(page) : counted('report.matches', count);
}

/** A line that names the order of the rows; nothing for the default order, newest first. */
function ListOrder({ list }: { list: ListState }) {
  const order = orderMessage(list.query.value);
  return order && <small class="order quiet">{order}</small>;
}

function orderMessage({ sortBy, sort }: ReportQuery): string | null {
  const { sortBy: usual, sort: usualOrder } = RECENT_REPORTS_QUERY;
  const said = [
    sortBy !== usual && labelled(i18n.t('list.sortBy'), i18n.t(`sort.${sortBy}`)),
    sort !== usualOrder && i18n.t('list.ascending'),
  ].filter(Boolean);
  return said.length === 0 ? null : said.join(' · ');
}

/**
 * Returns the text above the list: the number of reports, or the state of an unanswered query. Null for
 * no text.
 */
export function listCount({ shown, isReading, failure }: ListState): string | null {
  if (shown.value === undefined) return isReading.value ? i18n.t('list.loading') : null;
  if (!shown.value.isAnswer) {
    // Without a failure, the request follows when the typing pauses.
    const isPending = isReading.value || failure.value === null;
    if (isPending && shown.value.reports.length === 0) return i18n.t('list.loading');
    return i18n.t(isPending ? 'list.updating' : 'list.saved');
  }
  if (isReading.value && shown.value.reports.length === 0) return i18n.t('list.loading');
  return answerMessage(shown.value);
}

function answerMessage({ reports, total, isPart, ofNewest }: ShownList): string | null {
  const count = countText(reports.length);
  if (ofNewest !== null) return i18n.t('list.shownOfNewest', [count, countText(ofNewest)]);
  if (!isPart) return reports.length === 0 ? null : count;
  return total === null
    ? i18n.t('list.shownFirst', [count])
    : i18n.t('list.shownOf', [count, countText(total)]);
}

interface ListEndProps {
  list: ListState;
  shown: ShownList;
}

/** The end of the list: *Show more*, and texts about missing, unreadable or further rows. */
function ListEnd({ list, shown }: ListEndProps) {
  const query = list.query.value;
  const { reports, unreadable, isAnswer } = shown;
  const isPart = isAnswer && shown.isPart;
  const isEmpty = list.isKnown.value && !isPart && reports.length + unreadable === 0;
  return (
    <div class="list-end stack inset">
      {isEmpty && <p class="quiet">{i18n.t(isFiltered(query) ? 'list.noMatch' : 'list.empty')}</p>}
      {isEmpty && query.search !== '' && <ClearSearch list={list} />}
      {!isAnswer && list.failure.value && reports.length === 0 && isFiltered(query) && (
        <p class="quiet">{i18n.t('list.noSavedMatch')}</p>
      )}
      {isAnswer && unreadable > 0 && <p class="quiet">{counted('list.unreadable', unreadable)}</p>}
      {isPart && list.canShowMore.value && (
        <button
          type="button"
          onClick={() => {
            // The press may remove the button. The new rows follow the last row.
            focusLastRow();
            list.showMore();
          }}
        >
          {i18n.t('list.showMore')}
        </button>
      )}
      {isPart && !list.canShowMore.value && <p class="quiet">{i18n.t('list.searchForMore')}</p>}
    </div>
  );
}

function ClearSearch({ list }: { list: ListState }) {
  return (
    <button
      type="button"
      onClick={() => {
        list.change({ search: '' });
        document.querySelector<HTMLElement>('.find input')?.focus();
      }}
    >
      {i18n.t('list.clearSearch')}
    </button>
  );
}

function focusLastRow(): void {
  document.querySelector<HTMLElement>('.rows > :last-child .row')?.focus();
}

interface ListFailureProps {
  list: ListState;
  /** The failure of the backoff that the popup shows above the list; null for none. */
  shownAbove: Failure | null;
  /** The time since which all requests fail, ISO 8601; null to show no such time. */
  failingSince?: string | null;
}

/** The failure of the list's request, with the time of the shown list. Nothing without a failure. */
export function ListFailure({ list, shownAbove, failingSince = null }: ListFailureProps) {
  const failure = list.failure.value;
  if (failure === null) return null;
  const readAt = list.shown.value?.readAt;
  const times = sentences(
    ...(failingSince === null ? [] : [i18n.t('list.failingSince', [shortTime(failingSince)])]),
    ...(readAt === undefined ? [] : [i18n.t('list.readAt', [shortTime(readAt)])]),
  );
  if (shownAbove?.code === failure.code) return times && <p class="quiet">{times}</p>;
  return <AlertLine>{[failureMessage(failure), times].filter(Boolean).join('\n')}</AlertLine>;
}

/**
 * Returns the announcement for screen readers: the list is up to date, or the number of matching reports.
 * Null for none.
 */
export function listNews(list: ListState): string | null {
  return list.isFresh.value ? i18n.t('list.refreshed') : foundMessage(list);
}

/** Returns the number of reports that match search and filters; null before the service's answer. */
function foundMessage({ shown, query, isKnown }: ListState): string | null {
  if (!shown.value || !isKnown.value || !isFiltered(query.value)) return null;
  const { total, reports, unreadable } = shown.value;
  const count = total ?? reports.length + unreadable;
  if (count === 0) return i18n.t('list.noMatch');
  // Without a total, more reports may follow a full page.
  if (total === null && count >= query.value.perPage) {
    return i18n.t('list.shownFirst', [countText(count)]);
  }
  return counted('report.matches', count);
}
