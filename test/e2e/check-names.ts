import { servedChecks } from '../service/served-checks';
import type { StoredReport } from '../service/served-report';
import { textsOf } from '../support/locale-texts';

const messages = await textsOf('en');

/** Returns whether each check of a report passes, by its name on screen. */
export function checksOf({ finalUrl, score, failing }: StoredReport): Map<string, boolean> {
  const checks = Object.entries(servedChecks(finalUrl, score ?? 0, failing));
  return new Map(checks.map(([name, { passed }]) => [nameOf(name), passed]));
}

export function failedChecksOf(report: StoredReport): string[] {
  return [...checksOf(report)].flatMap(([name, passes]) => (passes ? [] : name)).sort();
}

export function failuresIn(reports: readonly StoredReport[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of reports.flatMap(failedChecksOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function nameOf(check: string): string {
  const name = messages.get(`checks.name.${check}`);
  if (name === undefined) throw new Error(`The check ${check} has no name.`);
  return name;
}
