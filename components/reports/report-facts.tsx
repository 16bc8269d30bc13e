import { i18n } from '#i18n';
import { RatingTag } from '@/components/reports/rating-tag';
import { relativeTime, shortDate } from '@/components/text/dates';
import { Quoting } from '@/components/ui/quoting';
import type { Report } from '@/lib/report/report';

/** A report in a line: its rating, its age and its project. */
export function ReportFacts({ report }: { report: Report }) {
  const { result, generatedAt, project } = report;
  return (
    <div class="facts">
      <span>
        <RatingTag rating={result} />
      </span>
      {generatedAt !== null && (
        <span>
          <time dateTime={generatedAt} title={shortDate(generatedAt)}>
            {relativeTime(generatedAt)}
          </time>
        </span>
      )}
      {project !== null && (
        <span class="fact-project">
          <Quoting text={project} sentence={(name) => i18n.t('report.project', [name])} />
        </span>
      )}
    </div>
  );
}
