// biome-ignore-all lint/a11y/noRedundantRoles: elements that are laid out as grids may lose their roles.
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { i18n } from '#i18n';
import { Star } from '@/components/app/star-button';
import { changedChecks, checkName } from '@/components/report/content/check-names';
import { foundParts } from '@/components/report/content/check-words';
import { dayInYear, shortDate } from '@/components/text/dates';
import { failureDates } from '@/components/text/failure-dates';
import { isolated } from '@/components/text/isolation';
import { issuesInWords, issuesLabel, privacyLabel } from '@/components/text/labels';
import { counted, countText, inLanguage, series, textCache } from '@/components/text/language';
import { reportAddress, reportName } from '@/components/text/report-name';
import { Address } from '@/components/ui/address';
import { IconButton } from '@/components/ui/icon';
import { menuCommand } from '@/components/ui/menu';
import { Message } from '@/components/ui/message';
import { openingPress } from '@/components/ui/opening-press';
import { Difference } from '@/components/ui/report/difference';
import { PrivacyTag } from '@/components/ui/report/privacy-tag';
import { RatingTag } from '@/components/ui/report/rating-tag';
import { timeAgo } from '@/components/ui/state/time-ago';
import { isOldestBase } from '@/lib/report/compare/clients';
import type { PageRow } from '@/lib/report/compare/findings';
import {
  type Compared,
  type FailingSince,
  newChecks,
  type PageChange,
} from '@/lib/report/compare/page-change';
import type { JudgedPage } from '@/lib/report/compare/tickets';
import type { Check } from '@/lib/report/content/checks';
import type { Report } from '@/lib/report/report';
import { failsIn, verdictOf } from '@/lib/report/verdict';
import type { TableRow } from './table-order';

/** The id of the menu with the reports of a page. */
export const REPORTS_OF_PAGE = 'reports-of-page';

/** The id of the menu of a finding, for all rows. */
export const FINDING_MENU = 'finding-menu';

interface ReportCellsProps {
  row: TableRow;
  /** Whether all rows have the same host. If so, the cells omit the host. */
  isOneHost: boolean;
  /** Whether the rows are of a batch and have a column for the status. */
  isOfBatch: boolean;
  /** Name of the filtered check; null without such a filter. */
  problem: string | null;
  /** The findings of the report; null if not read. */
  findings: readonly Check[] | null;
  isSelected: boolean;
  /** The page's status in the ticket of the problem; null if there is none. */
  ticketPage: JudgedPage | null;
  /** Null until the stars are loaded. */
  isStarred: boolean | null;
  /** Whether the Tab key reaches the row. */
  isCurrent: boolean;
  onSelect: (event: MouseEvent) => void;
  onPress: (inNewTab: boolean, event: MouseEvent) => void;
  onStar: () => void;
  /** Called before the menu of the page's reports opens; undefined if the page has no other report. */
  onOlder: (() => void) | undefined;
  /** Called before the menu of the finding opens; undefined if the row shows no finding. */
  onMore: (() => void) | undefined;
}

/**
 * The cells of a report's row. A change of another row does not draw the cells again.
 *
 * The cells call components without hooks as functions, and contain no fragments. In 2,000 rows, a
 * component or a fragment costs as much time as several elements.
 */
export function ReportCells(props: ReportCellsProps) {
  const { row, isOneHost, problem, findings, isSelected, isCurrent } = props;
  const { ticketPage, isStarred, onMore } = props;
  const hasMore = onMore !== undefined;
  const { report, page } = row;
  return useMemo(
    () => cellsOf(props),
    [
      ...[report, page, isOneHost, problem, findings, isSelected, isCurrent, ticketPage],
      ...[isStarred, hasMore],
    ],
  );
}

function cellsOf(props: ReportCellsProps) {
  const { row, isOneHost, problem, isSelected, isCurrent, isStarred, onOlder, onMore } = props;
  const { report, page } = row;
  const { privacy, generatedAt } = report;
  const name = reportName(report);
  const tabIndex = isCurrent ? 0 : -1;
  const hasAllColumns = problem === null && !props.isOfBatch;
  // Only the newest report of the page is compared.
  const { trend } = page;
  const change = report === page.report ? page.change : null;
  return (
    <>
      <td role="cell">
        <label class="tick">
          <input
            type="checkbox"
            aria-label={selectLabel(name)}
            tabIndex={tabIndex}
            checked={isSelected}
            onClick={props.onSelect}
          />
        </label>
      </td>
      <td role="cell">
        <div class="row-address beside">
          <button
            type="button"
            class="row row-button fill compact"
            title={name}
            tabIndex={tabIndex}
            {...openingPress(props.onPress)}
          >
            <bdi class="visually-hidden" dir="ltr">
              {name}
            </bdi>
            <span class="address" dir="ltr" aria-hidden="true">
              {Address({ address: reportAddress(report), isWithoutHost: isOneHost })}
            </span>
          </button>
          {onOlder && (
            <button
              type="button"
              class="older bare compact small"
              tabIndex={tabIndex}
              onClick={onOlder}
              {...menuCommand(REPORTS_OF_PAGE)}
            >
              {counted('reports.count', page.reports.length)}
            </button>
          )}
          {problem === null &&
            report === page.report &&
            (isStarred === null ? (
              <span class="row-star" />
            ) : (
              Star({ isStarred, onPress: props.onStar, class: 'row-star', tabIndex })
            ))}
          {onMore && (
            <IconButton
              label={i18n.t('list.more')}
              icon="more"
              tabIndex={tabIndex}
              {...menuCommand(FINDING_MENU)}
              onClick={onMore}
            />
          )}
        </div>
      </td>
      {problem === null && props.isOfBatch && (
        <td role="cell" class="cell-state quiet">
          {i18n.t('batch.state.done')}
        </td>
      )}
      {problem !== null && problemCells({ ...props, problem })}
      {resultCell(row)}
      <td role="cell" class="cell-change">
        {change !== null && changeOf(change, trend)}
      </td>
      {problem === null && failedCell(report, page.mutes)}
      {hasAllColumns && (
        <td role="cell" class="cell-privacy" title={privacy === null ? '' : privacyLabel(privacy)}>
          {privacy !== null && PrivacyTag({ privacy })}
        </td>
      )}
      {hasAllColumns && (
        <td role="cell" class="cell-date">
          {generatedAt !== null && (
            <time dateTime={generatedAt} title={shortDate(generatedAt)}>
              <Age iso={generatedAt} />
            </time>
          )}
        </td>
      )}
    </>
  );
}

type UncomparedKind = Exclude<PageChange['kind'], Compared['kind'] | 'unrated'>;

/** A character that no message has. */
const PLACEHOLDER = '\ue000';
const selectLabelParts = inLanguage(() =>
  i18n.t('reports.select', [PLACEHOLDER]).split(PLACEHOLDER),
);

function selectLabel(name: string): string {
  return selectLabelParts().join(name);
}

/** A separate component. Each minute, only the texts of dates are drawn again. */
function Age({ iso }: { iso: string }) {
  return <>{timeAgo(iso)}</>;
}

function resultCell({ report, page }: TableRow) {
  const isAwaited = report === page.report && page.isAwaited;
  return (
    <td role="cell" class="cell-result">
      {isAwaited ? <em>{i18n.t('list.awaited')}</em> : RatingTag({ report })}
    </td>
  );
}

/** The found value of a problem, and the dates of the failure. */
function problemCells({
  row,
  problem,
  findings,
  ticketPage,
}: ReportCellsProps & { problem: string }) {
  const { change, trend, mutes } = row.page;
  const check = findings?.find(({ name }) => name === problem);
  const isPassed = failsIn(row.report, problem, mutes) === false;
  const isMuted = verdictOf(row.report, mutes).muted.some(({ name }) => name === problem);
  const text = isPassed ? fixedText(ticketPage) : findingText(check, isMuted);
  // The last stored result may be older than a result without a rating.
  const since = isPassed ? undefined : trend?.failingSince.find(({ name }) => name === problem);
  const isNew = newChecks(change).some(({ name }) => name === problem);
  return (
    <>
      <td role="cell" class="cell-found" title={text}>
        {isPassed || !check ? (
          <em class="quiet">
            <Message text={text} />
          </em>
        ) : (
          <Message text={text || '–'} />
        )}
      </td>
      <td role="cell" class="cell-since" title={since && failureDates(since)}>
        {isNew && <span class="tag alert-tag">{i18n.t('reports.new')}</span>}{' '}
        {since && sinceText(since)}
      </td>
    </>
  );
}

/** "noindex, follow", or "intended · noindex, follow". */
function findingText(check: Check | undefined, isMuted: boolean): string {
  const parts = check ? foundParts(check).map(isolated) : [i18n.t('reports.notRead')];
  return [...(isMuted ? [i18n.t('comparison.intended')] : []), ...parts].join(' · ');
}

/** "Fixed Nov 27 · was noindex, follow", for a page of a ticket. */
function fixedText(page: JudgedPage | null): string {
  if (page?.status === 'muted') return i18n.t('comparison.intended');
  if (page?.status !== 'fixed' || page.result === null) return i18n.t('report.passed');
  const day = i18n.t('handedOver.fixedOn', [dayInYear(page.result.generatedAt)]);
  return page.found ? `${day} · ${i18n.t('handedOver.was', [isolated(page.found)])}` : day;
}

/** "Nov 29, passed on Nov 22", or "Nov 5 or earlier". */
function sinceText({ at, passedAt }: Pick<FailingSince, 'at' | 'passedAt'>): string {
  if (passedAt === null) return i18n.t('reports.orBefore', [dayInYear(at)]);
  return i18n.t('failing.passedOn', [dayInYear(at), dayInYear(passedAt)]);
}

/** Cached, because most rows of a new history share one text. */
const changeLabels = textCache();

/** The text for a page without a comparison. */
function uncomparedLabel(kind: UncomparedKind): string {
  const name = kind === 'first' ? 'none' : kind;
  return changeLabels(kind, () => i18n.t(`overview.${name}`));
}

/** The difference of the score, also in words for screen readers, and the new and fixed checks. */
function changeOf(change: PageChange, trend: PageRow['trend']): ComponentChildren {
  if (change.kind === 'unrated') return null;
  if (!('checks' in change)) return wordsOf(uncomparedLabel(change.kind));
  const { difference, kind, base } = change;
  const texts = [...changedChecks(change), ...intendedChecks(change)];
  // A new problem of high importance makes a page worse, even if its score is higher.
  const isWorseDespiteRise = kind === 'worse' && (difference ?? 0) >= 0;
  const text = isWorseDespiteRise ? i18n.t('reports.newCheck', [series(texts)]) : series(texts);
  // The text names only a base day that differs from the chosen day.
  const comparedWith = isOldestBase(trend)
    ? i18n.t('page.comparedWith', [dayInYear(base.generatedAt)])
    : '';
  return (
    <>
      {difference !== null && difference !== 0 && Difference({ difference })}
      {wordsOf([text, comparedWith].filter(Boolean).join(' · '))}
    </>
  );
}

/** Returns "intended: Noindex" for an unchanged page on which muted checks are new; otherwise none. */
function intendedChecks({ kind, checks }: Compared): string[] {
  const muted = checks?.appearedMuted ?? [];
  if (kind !== 'same' || muted.length === 0) return [];
  return [i18n.t('intended.change', [series(muted.map((check) => checkName(check)))])];
}

/** The title repeats the text, because the style sheet may cut the text. */
function wordsOf(text: string) {
  return (
    <small class="quiet" title={text}>
      {text}
    </small>
  );
}

function failedCell(report: Report, mutes: PageRow['mutes']) {
  const { counts } = verdictOf(report, mutes);
  if (counts === null) return <td role="cell" class="cell-failed" />;
  return (
    <td role="cell" class="cell-failed">
      <span class="visually-hidden">{issuesInWords(counts)}</span>
      <span class="by-importance figures" aria-hidden="true">
        {countOf(counts.high)}
        {countOf(counts.medium)}
        {countOf(counts.low)}
      </span>
      <span class="in-all" aria-hidden="true">
        {issuesLabel(counts)}
      </span>
    </td>
  );
}

function countOf(count: number) {
  return <span class={count === 0 ? 'quiet' : ''}>{countText(count)}</span>;
}
