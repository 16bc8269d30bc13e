import type { Report } from '@/lib/report/report';
import { pageHost } from '@/lib/url/page-key';

/** The hosts that reports have as their project, as keys of pages have them. */
export function projectHosts(reports: readonly Report[]): Set<string> {
  return new Set(reports.flatMap(({ project }) => (project === null ? [] : projectHost(project))));
}

/** The host that a project is named by, in one spelling; any other name as it is. */
function projectHost(project: string): string {
  return pageHost(URL.parse(`https://${project}`)?.hostname ?? project);
}
