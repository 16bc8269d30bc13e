import { i18n } from '#i18n';
import { relativeTime, shortDate } from '@/components/text/dates';
import { issuesInWords } from '@/components/text/labels';
import { Quoting } from '@/components/ui/quoting';
import { RatingTag } from '@/components/ui/report/rating-tag';
import type { Report } from '@/lib/report/report';

/** A report in two lines: its result, its age and its project; how many checks failed. */
export function ReportFacts({ report }: { report: Report }) {
  const { failed, generatedAt, project } = report;
  return (
    <div class="facts">
      <span>
        <RatingTag report={report} />
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
      {failed !== null && <span class="fact-issues">{issuesInWords(failed)}</span>}
    </div>
  );
}
