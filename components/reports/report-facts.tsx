import { i18n } from '#i18n';
import { formText } from '@/components/reports/content/value-text';
import { RatingTag } from '@/components/reports/rating-tag';
import { relativeTime, shortDate } from '@/components/text/dates';
import { Quoting } from '@/components/ui/quoting';
import type { Score } from '@/lib/report/content/score';
import type { Report } from '@/lib/report/report';

interface ReportFactsProps {
  report: Report;
  /** The first number that the service calls a score, if there is one. */
  score: Score | null;
}

/** A report in a line: its rating, its score, its age and its project. */
export function ReportFacts({ report, score }: ReportFactsProps) {
  const { result, generatedAt, project } = report;
  return (
    <div class="facts">
      <span>
        <RatingTag rating={result} />
      </span>
      {score !== null && (
        <span title={score.rawName}>
          <bdi>{score.label}</bdi> <b>{formText({ kind: 'score', value: score.value })}</b>
        </span>
      )}
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
