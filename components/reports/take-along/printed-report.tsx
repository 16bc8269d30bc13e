import { i18n } from '#i18n';
import {
  checkName,
  checkWords,
  groupName,
  importanceText,
} from '@/components/report/content/check-words';
import {
  changesSince,
  checkNames,
  countsText,
  sinceText,
} from '@/components/report/past/past-words';
import { shortDate } from '@/components/text/dates';
import { issuesInWords, resultLabel } from '@/components/text/labels';
import { labelled, series } from '@/components/text/language';
import { reportAddress } from '@/components/text/report-name';
import { groupChecks } from '@/lib/report/content/check-groups';
import type { Check } from '@/lib/report/content/checks';
import type { PastResult } from '@/lib/report/past-result';
import type { Report, ReportDetails } from '@/lib/report/report';

interface PrintedReportProps {
  report: Report | ReportDetails;
  before: PastResult | null;
  link: string | null;
  /** The service's base URL. */
  service: string;
}

/** A report as it is printed: all that failed with every address, and the names of what passed. */
export function PrintedReport({ report, before, link, service }: PrintedReportProps) {
  const { failed, generatedAt } = report;
  const changes = before && changesSince(report, before);
  const groups = groupChecks('checks' in report ? report.checks : []);
  return (
    <article class="printed">
      <h1 dir="ltr">{reportAddress(report)}</h1>
      <p>
        <b>{resultLabel(report)}</b>
        {failed && ` · ${issuesInWords(failed)}`}
        {generatedAt && ` · ${labelled(i18n.t('sort.generated_at'), shortDate(generatedAt))}`}
      </p>
      {before && (
        <p>
          <b>{sinceText(report, before)}</b> {changes && countsText(changes)}
        </p>
      )}
      {changes?.fixed.length !== 0 && changes && (
        <p>{labelled(i18n.t('past.fixed'), checkNames(changes.fixed))}</p>
      )}
      {changes?.appeared.length !== 0 && changes && (
        <p>{labelled(i18n.t('past.appeared'), checkNames(changes.appeared))}</p>
      )}
      {groups.map((group) => {
        const passed = group.checks.filter(({ isPassed }) => isPassed);
        return (
          <section key={group.name}>
            <h2>{groupName(group)}</h2>
            {group.checks
              .filter(({ isPassed }) => !isPassed)
              .map((check) => (
                <PrintedCheck key={check.name} check={check} />
              ))}
            {passed.length > 0 && (
              <p class="printed-passed">
                {labelled(i18n.t('report.passed'), series(passed.map(checkName)))}
              </p>
            )}
          </section>
        );
      })}
      <footer dir="ltr">{link ?? service}</footer>
    </article>
  );
}

function PrintedCheck({ check }: { check: Check }) {
  const { reasons, value } = checkWords(check);
  const words = [...reasons.map(({ text }) => text), value ?? ''].filter(Boolean);
  const entries = reasons.flatMap(({ listing }) => listing?.entries ?? []);
  return (
    <div class="printed-check">
      <b>
        <bdi>{checkName(check)}</bdi>
      </b>
      <div>
        {words.map((text, index) => (
          <p key={index}>
            <bdi>{text}</bdi>
          </p>
        ))}
        {entries.map(({ text }, index) => (
          <p key={index} dir="ltr">
            {text}
          </p>
        ))}
      </div>
      <span>{check.importance && <bdi>{importanceText(check.importance)}</bdi>}</span>
    </div>
  );
}
