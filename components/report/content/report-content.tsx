import { i18n } from '#i18n';
import { shortDate } from '@/components/text/dates';
import { countText, series } from '@/components/text/language';
import { failedByImportance, groupChecks } from '@/lib/report/content/check-groups';
import { type Check, MAX_CHECKS } from '@/lib/report/content/checks';
import type { PageMute } from '@/lib/report/mutes';
import type { ReportDetails } from '@/lib/report/report';
import { verdictOf } from '@/lib/report/verdict';
import { CheckItem } from './check-item';
import { checkName } from './check-names';
import { groupName } from './check-words';
import { FindingMenu } from './finding-menu';
import { Fold, OtherFields } from './folding';
import { IntendedChecks } from './intended-checks';

interface ReportContentProps {
  report: ReportDetails;
  /** The mutes of the report's page. */
  mutes: readonly PageMute[];
  /** The names of the checks that fail, and did not fail in the base. */
  appeared: ReadonlySet<string>;
}

/** The content of a report: its checks, and all other fields of the service. */
export function ReportContent({ report, mutes, appeared }: ReportContentProps) {
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
      {checks.length > 0 && <CheckList report={report} mutes={mutes} appeared={appeared} />}
      {report.hasMoreChecks && (
        <p class="quiet">{i18n.t('report.checksCut', [countText(MAX_CHECKS)])}</p>
      )}
      <OtherFields {...extraFields} fields={fields} />
    </div>
  );
}

/** The failing checks by importance, then the muted and the passed checks, both folded. */
function CheckList({ report, mutes, appeared }: ReportContentProps) {
  const { checks } = report;
  const { failing, muted } = verdictOf(report, mutes);
  const mutedNames = new Set(muted.map(({ name }) => name));
  const failed = failedByImportance(checks.filter(({ name }) => !mutedNames.has(name)));
  const findingOf = (check: Check) => failing?.find(({ name }) => name === check.name) ?? null;
  const passed = checks.filter(({ isPassed }) => isPassed);
  return (
    <section class="checks" aria-label={i18n.t('report.checks')}>
      {failed.length > 0 && (
        <ul aria-label={i18n.t('report.checks')}>
          {failed.flatMap((group) =>
            group.checks.map((check, index) => (
              <CheckItem
                key={check.name}
                check={check}
                isNew={appeared.has(check.name)}
                menu={<FindingMenu report={report} finding={findingOf(check)} />}
              >
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
      {muted.length > 0 && <IntendedChecks report={report} checks={muted} mutes={mutes} />}
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
                  <bdi>{series(group.checks.map((check) => checkName(check)))}</bdi>
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
