import { readRecords } from './archive-items';
import { projectHosts } from './host-reports';

/** What is known here of the pages that are reported. */
export interface ReportedPages {
  /** By page key the date of the last report, ISO 8601; null where that is not known. */
  pages: ReadonlyMap<string, string | null>;
  /** The hosts by which the service names projects. */
  projects: ReadonlySet<string>;
}

/** Reads what is stored of the reports of a connection. */
export async function reportedPages(connectionId: string): Promise<ReportedPages> {
  const records = await readRecords(connectionId);
  const pages = new Map(
    records.map(({ page, reports }) => [page, reports[0]?.generatedAt ?? null]),
  );
  return { pages, projects: projectHosts(records.flatMap(({ reports }) => reports)) };
}
