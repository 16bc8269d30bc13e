import { shortDate } from '@/components/dates';
import { PrivacyTag } from '@/components/privacy-tag';
import { RatingTag } from '@/components/rating-tag';
import { reportName } from '@/components/report-name';
import type { Report } from '@/lib/model/report';

interface ReportRowProps {
  report: Report;
  onOpen: () => void;
}

/** One report in a list: its address, rating, time and privacy; pressing it opens it. */
export function ReportRow({ report, onOpen }: ReportRowProps) {
  const name = reportName(report);
  return (
    <li>
      <button type="button" class="row" title={name} onClick={onOpen}>
        <bdi class="row-url" dir="ltr">
          {name}
        </bdi>
        <span class="row-facts">
          <RatingTag rating={report.result} />
          {report.privacy !== null && <PrivacyTag privacy={report.privacy} />}
          {report.generatedAt !== null && (
            <time dateTime={report.generatedAt}>{shortDate(report.generatedAt)}</time>
          )}
        </span>
      </button>
    </li>
  );
}
