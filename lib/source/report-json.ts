import { FailedCheck } from '@/lib/report/importance';
import { AnyPrivacy } from '@/lib/report/privacy';
import { Rating, Score } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { Timestamp, z } from '@/lib/schema';

/** Reports as a file that programs read. Another shape gets another version. */
export const ReportExport = z.object({
  format: z.literal('seo-reports'),
  version: z.literal(1),
  /** When it was made, ISO 8601 in UTC. */
  exportedAt: Timestamp,
  /** The base URL of the service. */
  service: z.string(),
  reports: z.array(
    z.object({
      /** The service's own. */
      id: z.string(),
      /** With its scheme where that is known; null where the service showed no address. */
      url: z.nullable(z.string()),
      /** Null: no result yet, or none that is known. */
      result: z.nullable(Rating),
      /** 0 to 100. */
      score: z.nullable(Score),
      /** 0 public, 1 private, 2 password. */
      privacy: z.nullable(AnyPrivacy),
      project: z.nullable(z.string()),
      /** ISO 8601 in UTC. */
      generatedAt: z.nullable(Timestamp),
      /** Where the report opens; null where that is not known. */
      link: z.nullable(z.string()),
      /** At most 60; null where the service showed no checks. */
      failedChecks: z.nullable(z.array(FailedCheck)),
    }),
  ),
});
export type ReportExport = z.infer<typeof ReportExport>;

/**
 * Writes reports as JSON.
 * @param linkOf where a report opens; null where that is not known
 */
export function reportJson(
  reports: readonly Report[],
  { service, exportedAt }: Pick<ReportExport, 'service' | 'exportedAt'>,
  linkOf: (report: Report) => string | null,
): string {
  const file: ReportExport = {
    format: 'seo-reports',
    version: 1,
    exportedAt,
    service,
    reports: reports.map((report) => {
      const { id, url, fullUrl, result, score, privacy, project, generatedAt } = report;
      return {
        ...{ id, url: fullUrl ?? url, result, score, privacy, project, generatedAt },
        link: linkOf(report),
        failedChecks: report.failedChecks,
      };
    }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
