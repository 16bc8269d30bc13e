import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';

/** Where a service was asked for its list, and how it answered. */
export interface ServiceAnswer {
  baseUrl: string;
  reports: Outcome<ReportList>;
}

/** One press must not make requests without end; hardly any path is deeper. */
const MOST_PARENTS = 5;

/**
 * Asks for the list at the address as typed and, while a 404 or a web page answers, at each parent
 * of its path: people paste the address of the page that describes the API. All are on one origin.
 * Where no parent helps, the answer is that of the address as typed.
 */
export async function findService(
  typedBaseUrl: string,
  list: (baseUrl: string) => Promise<Outcome<ReportList>>,
): Promise<ServiceAnswer> {
  const typed = { baseUrl: typedBaseUrl, reports: await list(typedBaseUrl) };
  if (!isNoService(typed.reports)) return typed;
  for (const baseUrl of parentsOf(typedBaseUrl)) {
    const reports = await list(baseUrl);
    if (isNoService(reports)) continue;
    // A refused key shows where the API is. Other failures tell less than the first answer.
    return !hasFailed(reports) || isAboutKey(reports.failure) ? { baseUrl, reports } : typed;
  }
  return typed;
}

/** Whether a failure is about the key, so that a service of this interface has answered. */
export function isAboutKey({ code }: Failure): boolean {
  return code === 'keyRefused' || code === 'notAllowed';
}

/** The parents of an address, the nearest first, up to its origin. */
function parentsOf(baseUrl: string): string[] {
  const { origin, pathname } = new URL(baseUrl);
  const names = pathname.split('/').filter((name) => name !== '');
  const parents = names.map((_, depth) => origin + ['', ...names.slice(0, depth)].join('/'));
  return parents.reverse().slice(0, MOST_PARENTS);
}

function isNoService(reports: Outcome<ReportList>): boolean {
  if (!hasFailed(reports)) return false;
  const { failure } = reports;
  return (
    failure.code === 'gone' || (failure.code === 'unexpectedAnswer' && failure.problem === 'html')
  );
}
