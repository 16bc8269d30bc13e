import { i18n } from '#i18n';
import { shortDate } from '@/components/text/dates';
import { countText, series } from '@/components/text/language';
import { failedByImportance, groupChecks } from '@/lib/report/content/check-groups';
import type { Check } from '@/lib/report/content/checks';
import { MAX_CHECKS } from '@/lib/report/content/checks';
import type { ReportDetails } from '@/lib/report/report';
import { CheckItem } from './check-item';
import { checkName } from './check-names';
import { groupName } from './check-words';
import { Fold, OtherFields } from './folding';

interface ReportContentProps {
  report: ReportDetails;
  /** The names of the checks that fail, and did not fail in the base. */
  appeared: ReadonlySet<string>;
}

/** The content of a report: its checks, and all other fields of the service. */
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
    <div class="content border-above stack whole-on-paper">
      {checks.length > 0 && <CheckList checks={checks} appeared={appeared} />}
      {report.hasMoreChecks && (
        <p class="quiet">{i18n.t('report.checksCut', [countText(MAX_CHECKS)])}</p>
      )}
      <OtherFields {...extraFields} fields={fields} />
    </div>
  );
}

interface CheckListProps {
  checks: readonly Check[];
  /** The names of the checks that fail, and did not fail in the base. */
  appeared: ReadonlySet<string>;
}

/** The failed checks by importance, then the passed checks, folded by group. */
function CheckList({ checks, appeared }: CheckListProps) {
  const failed = failedByImportance(checks);
  const passed = checks.filter(({ isPassed }) => isPassed);
  return (
    <section class="checks" aria-label={i18n.t('report.checks')}>
      {failed.length > 0 && (
        <ul aria-label={i18n.t('report.checks')}>
          {failed.flatMap((group) =>
            group.checks.map((check, index) => (
              <CheckItem key={check.name} check={check} isNew={appeared.has(check.name)}>
                {index === 0 && (
                  <Head
                    title={i18n.t(`reports.column.${group.importance}`)}
                    count={group.checks.length}
                  />
                )}
              </CheckItem>
            )),
          )}
        </ul>
      )}
      {passed.length > 0 && <Head title={i18n.t('report.passed')} count={passed.length} />}
      {groupChecks(passed).map((group) => (
        <Fold
          key={group.name}
          class="passed-checks border-above"
          summary={
            <>
              {groupName(group.name)}{' '}
              <small class="quiet">
                {countText(group.checks.length)}
                <span class="folded">
                  {' · '}
                  <bdi>{series(group.checks.map(checkName))}</bdi>
                </span>
              </small>
            </>
          }
        >
          {() => (
            <ul aria-label={i18n.t('report.checks')}>
              {group.checks.map((check) => (
                <CheckItem key={check.name} check={check} />
              ))}
            </ul>
          )}
        </Fold>
      ))}
    </section>
  );
}

/** The heading of a group of checks, with their number. */
function Head({ title, count }: { title: string; count: number }) {
  return (
    <h3 class="check-group">
      {title} <small class="quiet">{countText(count)}</small>
    </h3>
  );
}
