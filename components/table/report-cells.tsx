import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { i18n } from '#i18n';
import { StarButton } from '@/components/app/star-button';
import { changedChecks } from '@/components/report/content/check-names';
import { foundParts } from '@/components/report/content/check-words';
import { dayInYear, shortDate } from '@/components/text/dates';
import { failureDates } from '@/components/text/failure-dates';
import { isolated } from '@/components/text/isolation';
import { issuesInWords, issuesLabel, privacyLabel } from '@/components/text/labels';
import { counted, countText, series } from '@/components/text/language';
import { reportAddress, reportName } from '@/components/text/report-name';
import { Address } from '@/components/ui/address';
import { Message } from '@/components/ui/message';
import { openingPress } from '@/components/ui/opening-press';
import { Difference } from '@/components/ui/report/difference';
import { PrivacyTag } from '@/components/ui/report/privacy-tag';
import { RatingTag } from '@/components/ui/report/rating-tag';
import { timeAgo } from '@/components/ui/state/time-ago';
import { RowCell } from '@/components/ui/table/long-table';
import { isOldestBase } from '@/lib/report/compare/clients';
import type { PageRow } from '@/lib/report/compare/findings';
import { type FailingSince, newChecks, type PageChange } from '@/lib/report/compare/page-change';
import type { JudgedPage } from '@/lib/report/compare/tickets';
import type { Check } from '@/lib/report/content/checks';
import type { FailedChecks } from '@/lib/report/importance';
import type { Report } from '@/lib/report/report';
import { failsIn, verdictOf } from '@/lib/report/verdict';
import type { TableRow } from './table-order';

interface ReportCellsProps {
  row: TableRow;
  /** Whether all rows have the same host, which the cells leave out. */
  isOneHost: boolean;
  /** Whether the rows are of a batch and have a column for the status. */
  isOfBatch: boolean;
  /** Name of the check by which the rows are filtered; null for none. */
  problem: string | null;
  /** The findings of the report; null if not read. */
  findings: readonly Check[] | null;
  isSelected: boolean;
  /** The page's status in the ticket of the problem; null if there is none. */
  ticketPage: JudgedPage | null;
  isStarred: boolean;
  /** Whether the Tab key reaches the row. */
  isCurrent: boolean;
  onSelect: (event: MouseEvent) => void;
  onPress: (inNewTab: boolean, event: MouseEvent) => void;
  /** Shows the page's other reports; undefined if there are none. */
  onOlder: ((button: HTMLElement) => void) | undefined;
}

/** The cells of a report's row. A change of another row does not draw the cells again. */
export function ReportCells(props: ReportCellsProps) {
  const { row, isOneHost, problem, findings, isSelected, isCurrent } = props;
  const { ticketPage, isStarred } = props;
  const { report, page } = row;
  return useMemo(
    () => <Cells {...props} />,
    [report, page, isOneHost, problem, findings, isSelected, isCurrent, ticketPage, isStarred],
  );
}

function Cells(props: ReportCellsProps) {
  const { row, isOneHost, problem, isSelected, isCurrent, onOlder } = props;
  const { report, page } = row;
  const { privacy, generatedAt } = report;
  const name = useMemo(() => reportName(report), [report]);
  const address = useMemo(
    () => <Address address={reportAddress(report)} isWithoutHost={isOneHost} />,
    [report, isOneHost],
  );
  const failed = useMemo(() => <FailedCell report={report} />, [report]);
  const tabIndex = isCurrent ? 0 : -1;
  // Only the newest report of the page is compared.
  const { trend } = page;
  const change = report === page.report ? page.change : null;
  return (
    <>
      <RowCell>
        <label class="tick">
          <input
            type="checkbox"
            aria-label={i18n.t('reports.select', [name])}
            tabIndex={tabIndex}
            checked={isSelected}
            onClick={props.onSelect}
          />
        </label>
      </RowCell>
      <RowCell>
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
              {address}
            </span>
          </button>
          {problem === null && report === page.report && (
            <StarButton page={page.key} class="row-star" tabIndex={tabIndex} />
          )}
          {onOlder && (
            <button
              type="button"
              class="older bare compact small"
              aria-haspopup="menu"
              tabIndex={tabIndex}
              onClick={({ currentTarget }) => onOlder(currentTarget)}
            >
              {counted('reports.count', page.reports.length)}
            </button>
          )}
        </div>
      </RowCell>
      {problem === null && props.isOfBatch && (
        <RowCell class="cell-state quiet">{i18n.t('batch.state.done')}</RowCell>
      )}
      {problem !== null && <ProblemCells {...props} problem={problem} />}
      <ResultCell row={row} />
      <RowCell class="cell-change">
        {change !== null && <Change change={change} trend={trend} />}
      </RowCell>
      {problem === null && failed}
      {problem === null && !props.isOfBatch && (
        <>
          <RowCell class="cell-privacy" title={privacy === null ? '' : privacyLabel(privacy)}>
            {privacy !== null && <PrivacyTag privacy={privacy} />}
          </RowCell>
          <RowCell class="cell-date">
            {generatedAt !== null && (
              <time dateTime={generatedAt} title={shortDate(generatedAt)}>
                {timeAgo(generatedAt)}
              </time>
            )}
          </RowCell>
        </>
      )}
    </>
  );
}

function ResultCell({ row: { report, page } }: Pick<ReportCellsProps, 'row'>) {
  const isAwaited = report === page.report && page.isAwaited;
  return (
    <RowCell class="cell-result">
      {isAwaited ? <em>{i18n.t('list.awaited')}</em> : <RatingTag report={report} />}
    </RowCell>
  );
}

/** What the report says about the problem, and since when the check has failed. */
function ProblemCells({
  row,
  problem,
  findings,
  ticketPage,
}: ReportCellsProps & { problem: string }) {
  const { change, trend } = row.page;
  const check = findings?.find(({ name }) => name === problem);
  const isPassed = failsIn(row.report, problem) === false;
  const text = isPassed
    ? fixedText(ticketPage)
    : check
      ? foundParts(check).map(isolated).join(' · ')
      : i18n.t('reports.notRead');
  // The last stored result may be older than a result without a rating.
  const since = isPassed ? undefined : trend?.failingSince.find(({ name }) => name === problem);
  const isNew = newChecks(change).some(({ name }) => name === problem);
  return (
    <>
      <RowCell class="cell-found" title={text}>
        {isPassed || !check ? (
          <em class="quiet">
            <Message text={text} />
          </em>
        ) : (
          <Message text={text || '–'} />
        )}
      </RowCell>
      <RowCell class="cell-since" title={since && failureDates(since)}>
        {isNew && <NewTag />} {since && sinceText(since)}
      </RowCell>
    </>
  );
}

/** "Fixed Nov 27 · was noindex, follow", for a page of a ticket. */
function fixedText(page: JudgedPage | null): string {
  if (page?.status !== 'fixed' || page.result === null) return i18n.t('report.passed');
  const day = i18n.t('handedOver.fixedOn', [dayInYear(page.result.generatedAt)]);
  return page.found ? `${day} · ${i18n.t('handedOver.was', [isolated(page.found)])}` : day;
}

/** "Nov 29, passed on Nov 22", or "Nov 5 or earlier". */
function sinceText({ at, passedAt }: Pick<FailingSince, 'at' | 'passedAt'>): string {
  if (passedAt === null) return i18n.t('reports.orBefore', [dayInYear(at)]);
  return i18n.t('failing.passedOn', [dayInYear(at), dayInYear(passedAt)]);
}

function NewTag() {
  return <span class="tag alert-tag">{i18n.t('reports.new')}</span>;
}

/** The score's difference, which screen readers hear in words; then new and fixed checks. */
function Change({
  change,
  trend,
}: Pick<PageRow, 'trend'> & { change: PageChange }): ComponentChildren {
  if (change.kind === 'unrated') return null;
  if (change.kind === 'first') return <Words text={i18n.t('overview.none')} />;
  if (change.kind === 'noSummary') return <Words text={i18n.t('overview.noSummary')} />;
  if (!('checks' in change)) return <Words text={i18n.t(`overview.${change.kind}`)} />;
  const { difference, kind, base } = change;
  const texts = changedChecks(change);
  // A new problem of high importance makes a page worse, even if its score is higher.
  const isWorseDespiteRise = kind === 'worse' && (difference ?? 0) >= 0;
  const text = isWorseDespiteRise ? i18n.t('reports.newCheck', [series(texts)]) : series(texts);
  // Other pages have the chosen base day, which needs no mention.
  const comparedWith = isOldestBase(trend)
    ? i18n.t('page.comparedWith', [dayInYear(base.generatedAt)])
    : '';
  return (
    <>
      {difference !== null && difference !== 0 && <Difference difference={difference} />}
      <Words text={[text, comparedWith].filter(Boolean).join(' · ')} />
    </>
  );
}

/** The style sheet may cut the text, so the title repeats it. */
function Words({ text }: { text: string }) {
  return (
    <small class="quiet" title={text}>
      {text}
    </small>
  );
}

function FailedCell({ report }: { report: Report }) {
  const { counts } = verdictOf(report);
  return <RowCell class="cell-failed">{counts && <Failed counts={counts} />}</RowCell>;
}

function Failed({ counts }: { counts: FailedChecks }) {
  const { high, medium, low } = counts;
  return (
    <>
      <span class="visually-hidden">{issuesInWords(counts)}</span>
      <span class="by-importance figures" aria-hidden="true">
        {[high, medium, low].map((count, index) => (
          <span key={index} class={count === 0 ? 'quiet' : ''}>
            {countText(count)}
          </span>
        ))}
      </span>
      <span class="in-all" aria-hidden="true">
        {issuesLabel(counts)}
      </span>
    </>
  );
}
