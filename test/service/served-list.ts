import type { StoredReport } from './served-report';

/** What a list call asks for, by the interface's own parameter names; absent ones take their documented default. */
export type ListParameters = ReadonlyMap<string, string>;

/** One page of reports, and how many there are on all pages. */
export interface ReportPage {
  readonly reports: readonly StoredReport[];
  readonly total: number;
  readonly perPage: number;
}

type SortKey = string | number | null;

const sortKeys: Readonly<Record<string, (report: StoredReport) => SortKey>> = {
  id: (report) => report.id,
  generated_at: (report) => report.generated_at,
  url: (report) => report.url,
  result: (report) => report.result,
};

/**
 * Filters, sorts and cuts the reports. `search` is a part of the URL in any case, `project` a whole project name.
 * Texts sort by code unit, so results ascend bad, decent, good; nothing sorts before something, as in a database.
 * Equal reports sort by id in the same direction. The parameters must be valid.
 */
export function selectReports(
  reports: readonly StoredReport[],
  parameters: ListParameters,
): ReportPage {
  const search = parameters.get('search')?.toLowerCase();
  const project = parameters.get('project');
  const result = parameters.get('result');
  const keyOf = sortKeys[parameters.get('sort_by') ?? 'id'];
  if (!keyOf) throw new Error('Reports can only be selected by valid parameters.');
  const direction = parameters.get('sort') === 'asc' ? 1 : -1;
  const perPage = Number(parameters.get('per_page') ?? 10);

  const found = reports
    .filter((report) => search === undefined || report.url.toLowerCase().includes(search))
    .filter((report) => project === undefined || report.project === project)
    .filter((report) => result === undefined || report.result === result)
    .sort((one, other) => direction * (compare(keyOf(one), keyOf(other)) || one.id - other.id));
  return { reports: found.slice(0, perPage), total: found.length, perPage };
}

function compare(one: SortKey, other: SortKey): number {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  return one < other ? -1 : 1;
}
