import { i18n } from '#i18n';
import { PrivacyTag } from '@/components/reports/privacy-tag';
import { RatingTag } from '@/components/reports/rating-tag';
import { shortDate } from '@/components/text/dates';
import { reportName } from '@/components/text/report-name';
import type { Report } from '@/lib/report/report';
import type { ResultPoll } from '@/lib/result-poll/result-poll';

interface ReportRowProps {
  report: Report;
  /** There while a new result of the report is awaited, or after it did not come. */
  awaited: ResultPoll | undefined;
  onOpen: () => void;
}

/** One report in a list: its address, rating, time and privacy; pressing it opens it. */
export function ReportRow({ report, awaited, onOpen }: ReportRowProps) {
  const name = reportName(report);
  return (
    <li>
      <button type="button" class="row" title={name} data-report={report.id} onClick={onOpen}>
        <bdi class="row-url" dir="ltr">
          {name}
        </bdi>
        <span class="row-facts">
          <RatingTag rating={report.result} />
          {report.privacy !== null && <PrivacyTag privacy={report.privacy} />}
          {awaited && <em>{i18n.t(awaited.nextAt === null ? 'list.gaveUp' : 'list.awaited')}</em>}
          {report.generatedAt !== null && (
            <time dateTime={report.generatedAt}>{shortDate(report.generatedAt)}</time>
          )}
        </span>
      </button>
    </li>
  );
}
