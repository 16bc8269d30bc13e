import { i18n } from '#i18n';
import { shortDate } from '@/components/text/dates';
import { countText } from '@/components/text/language';
import { MOST_CHECKS } from '@/lib/report/content/checks';
import type { ReportDetails } from '@/lib/report/report';
import { CheckList } from './check-list';
import { OtherFields } from './other-fields';

interface ReportContentProps {
  report: ReportDetails;
  /** The names of the checks that fail since the result that the report is compared with. */
  appeared: ReadonlySet<string>;
}

/** What the service says of a report beyond its result and its privacy. */
export function ReportContent({ report, appeared }: ReportContentProps) {
  const { id, project, generatedAt, checks, extraFields } = report;
  const fields = [
    { name: i18n.t('report.id'), value: id },
    ...(project === null ? [] : [{ name: i18n.t('list.project'), value: project }]),
    ...(generatedAt === null
      ? []
      : [{ name: i18n.t('sort.generated_at'), value: shortDate(generatedAt) }]),
    ...extraFields.fields,
  ];
  return (
    <div class="content">
      {checks.length > 0 && <CheckList checks={checks} appeared={appeared} />}
      {report.hasMoreChecks && (
        <p class="note">{i18n.t('report.checksCut', [countText(MOST_CHECKS)])}</p>
      )}
      <OtherFields {...extraFields} fields={fields} />
    </div>
  );
}
