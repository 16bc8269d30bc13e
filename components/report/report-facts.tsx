import { shortDate } from '@/components/text/dates';
import { LargeResult } from '@/components/ui/report/rating-tag';
import { timeAgo } from '@/components/ui/state/time-ago';
import type { OpenReport } from './open-report';
import { ReportPrivacy } from './report-change-form';

/** A report's result, and at the end of the line its age and who may see it. */
export function ReportFacts({ open: { report, isGone } }: { open: OpenReport }) {
  const { generatedAt } = report;
  return (
    <div class="facts">
      <LargeResult report={report} />
      <div>
        {generatedAt !== null && (
          <time dateTime={generatedAt} title={shortDate(generatedAt)}>
            {timeAgo(generatedAt)}
          </time>
        )}
        {!isGone && <ReportPrivacy report={report} />}
      </div>
    </div>
  );
}
