import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import type { CheckGroup } from '@/lib/report/content/check-groups';
import { MOST_CHECKS } from '@/lib/report/content/checks';
import type { ReportDetails } from '@/lib/report/report';
import { CheckList } from './check-list';
import { checkCounts } from './check-words';
import { OtherFields } from './other-fields';

interface ReportContentProps {
  report: ReportDetails;
  /** Its checks. */
  groups: readonly CheckGroup[];
}

/** What the service says of a report beyond what the interface documents. */
export function ReportContent({ report, groups }: ReportContentProps) {
  const { id, checks, extraFields } = report;
  const fields = [{ name: i18n.t('report.id'), value: id }, ...extraFields.fields];
  return (
    <div class="content">
      {checks.length > 0 && (
        <section class="checks" aria-labelledby="checks">
          <div class="content-head">
            <h3 id="checks">{i18n.t('report.checks')}</h3> <small>{checkCounts(checks)}</small>
          </div>
          <CheckList groups={groups} />
        </section>
      )}
      {report.hasMoreChecks && (
        <p class="note">{i18n.t('report.checksCut', [countText(MOST_CHECKS)])}</p>
      )}
      <OtherFields {...extraFields} fields={fields} />
    </div>
  );
}
