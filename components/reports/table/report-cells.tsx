import { useMemo } from 'preact/hooks';
import { i18n } from '#i18n';
import type { ResultState } from '@/components/report/new-results-state';
import { relativeTime, shortDate } from '@/components/text/dates';
import { issuesInWords, issuesLabel, privacyLabel } from '@/components/text/labels';
import { countText } from '@/components/text/language';
import { reportAddress, reportName } from '@/components/text/report-name';
import { Address } from '@/components/ui/address';
import { PrivacyTag } from '@/components/ui/report/privacy-tag';
import { RatingTag } from '@/components/ui/report/rating-tag';
import type { FailedChecks } from '@/lib/report/importance';
import type { Report } from '@/lib/report/report';

interface ReportCellsProps {
  report: Report;
  /** The place of the row in the table, counted from 0. */
  index: number;
  /** By how much the score has risen since the result before; null where that is not known. */
  difference: number | null;
  newResult: ResultState;
  isSelected: boolean;
  /** Whether the row is the one that is tabbed to. */
  isCurrent: boolean;
  onFocus: () => void;
  onSelect: (event: MouseEvent) => void;
  onPress: (event: MouseEvent) => void;
}

/** The cells of a report's row. While the table scrolls they stay as they are. */
export function ReportCells(props: ReportCellsProps) {
  const { report, index, difference, newResult, isSelected, isCurrent } = props;
  return useMemo(
    () => <Cells {...props} />,
    [report, index, difference, newResult, isSelected, isCurrent],
  );
}

function Cells(props: ReportCellsProps) {
  const { report, difference, newResult, isSelected, isCurrent, onFocus } = props;
  const { id, privacy, failed, generatedAt } = report;
  const name = reportName(report);
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <>
      <span role="cell" data-report={id}>
        <label class="tick">
          <input
            type="checkbox"
            aria-label={i18n.t('reports.select', [name])}
            tabIndex={tabIndex}
            checked={isSelected}
            onFocus={onFocus}
            onClick={props.onSelect}
          />
        </label>
      </span>
      <span role="cell" class="cell-address">
        <button
          type="button"
          class="row"
          title={name}
          tabIndex={tabIndex}
          onFocus={onFocus}
          onClick={props.onPress}
        >
          <bdi class="unseen" dir="ltr">
            {name}
          </bdi>
          <span class="address" dir="ltr" aria-hidden="true">
            <Address address={reportAddress(report)} />
          </span>
        </button>
      </span>
      <span role="cell" class="cell-result">
        {newResult === null ? (
          <RatingTag report={report} />
        ) : (
          <em>{i18n.t(`list.${newResult}`)}</em>
        )}
      </span>
      <span role="cell" class="cell-change">
        {difference !== null && <Difference difference={difference} />}
      </span>
      <span role="cell" class="cell-failed">
        {failed && <Failed failed={failed} />}
      </span>
      <span role="cell" class="cell-privacy" title={privacy === null ? '' : privacyLabel(privacy)}>
        {privacy !== null && <PrivacyTag privacy={privacy} />}
      </span>
      <span role="cell" class="cell-date">
        {generatedAt !== null && (
          <time dateTime={generatedAt} title={shortDate(generatedAt)}>
            {relativeTime(generatedAt)}
          </time>
        )}
      </span>
    </>
  );
}

/** An arrow with the difference, which a screen reader hears in words. */
function Difference({ difference }: { difference: number }) {
  const points = countText(Math.abs(difference));
  const isRise = difference > 0;
  const words =
    difference === 0
      ? i18n.t('reports.unchanged')
      : i18n.t(isRise ? 'reports.rise' : 'reports.fall', [points]);
  const name = difference === 0 ? '' : isRise ? 'is-rise' : 'is-fall';
  return (
    <span class={`difference ${name}`} title={words}>
      <span aria-hidden="true">
        {difference === 0 ? '=' : `${isRise ? '↑' : '↓'}\u00a0${points}`}
      </span>
      <span class="unseen">{words}</span>
    </span>
  );
}

function Failed({ failed }: { failed: FailedChecks }) {
  const { high, medium, low } = failed;
  return (
    <>
      <span class="unseen">{issuesInWords(failed)}</span>
      <span class="by-importance" aria-hidden="true">
        {[high, medium, low].map((count, index) => (
          <span key={index} class={count === 0 ? 'is-none' : ''}>
            {countText(count)}
          </span>
        ))}
      </span>
      <span class="in-all" aria-hidden="true">
        {issuesLabel(failed)}
      </span>
    </>
  );
}
