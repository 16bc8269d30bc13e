import { i18n } from '#i18n';
import { checkName } from '@/components/report/content/check-words';
import { tableDate } from '@/components/text/dates';
import { privacyLabel, ratingLabel } from '@/components/text/labels';
import { cellDelimiter } from '@/components/text/language';
import { copyableAddress, reportAddress } from '@/components/text/report-name';
import type { Report } from '@/lib/report/report';
import { guardedCsv } from '@/lib/source/guarded-table';

/** Reports as CSV in the words of the person, the heads first; names of checks stand in one cell. */
export function reportsCsv(
  reports: readonly Report[],
  linkOf: (report: Report) => string | null,
): string {
  const heads = [
    i18n.t('batch.column.address'),
    i18n.t('batch.column.result'),
    i18n.t('batch.column.score'),
    i18n.t('reports.column.high'),
    i18n.t('reports.column.medium'),
    i18n.t('reports.column.low'),
    i18n.t('privacy.label'),
    i18n.t('list.project'),
    i18n.t('sort.generated_at'),
    i18n.t('batch.column.report'),
    i18n.t('batch.column.link'),
    i18n.t('report.failed'),
  ];
  const rows = reports.map((report) => {
    const { id, url, result, score, failed, failedChecks, privacy, project, generatedAt } = report;
    return [
      url === null ? null : copyableAddress(reportAddress(report)),
      result && ratingLabel(result),
      score,
      failed?.high ?? null,
      failed?.medium ?? null,
      failed?.low ?? null,
      privacy === null ? null : privacyLabel(privacy),
      project,
      generatedAt && tableDate(generatedAt),
      id,
      linkOf(report),
      failedChecks?.map(checkName).join(' · ') ?? null,
    ];
  });
  return guardedCsv([heads, ...rows], cellDelimiter());
}
