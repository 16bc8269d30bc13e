import type { StoredReport } from '../service/served-report';
import type { Chances } from './random';

/** What a report is asked for with. */
export interface ReportDraft {
  url: string;
  privacy: 0 | 1 | 2;
  password?: string;
}

/** How often an address comes a second time, with the same privacy: they tell each other's reports. */
const TWINS = 0.15;

/** Makes so many drafts of every privacy, some of them of the same page. */
export function makeDrafts(count: number, chances: Chances): ReportDraft[] {
  const drafts: ReportDraft[] = [];
  for (let number = 1; number <= count; number += 1) {
    const earlier = drafts[chances.between(0, drafts.length - 1)];
    if (earlier !== undefined && chances.happens(TWINS)) drafts.push(earlier);
    else drafts.push(makeDraft(number, chances));
  }
  return drafts;
}

function makeDraft(number: number, chances: Chances): ReportDraft {
  const url = `https://site-${number % 7}.example/page/${number}?a=${chances.between(1, 1e6)}`;
  const privacy = chances.between(0, 2) as ReportDraft['privacy'];
  return { url, privacy, ...(privacy === 2 && { password: `word & ${number}` }) };
}

/**
 * What is wrong with the reports that a service holds after these drafts were submitted, a line
 * each: too many, too few, or with something else in them.
 */
export function differences(
  drafts: readonly ReportDraft[],
  reports: readonly StoredReport[],
): string[] {
  const counts = new Map<string, number>();
  const count = ({ url, privacy, password }: Named, step: number) => {
    const name = JSON.stringify([url, privacy, password ?? null]);
    counts.set(name, (counts.get(name) ?? 0) + step);
  };
  for (const draft of drafts) count(draft, -1);
  for (const report of reports) count(report, 1);
  return [...counts]
    .filter(([, surplus]) => surplus !== 0)
    .map(
      ([name, surplus]) =>
        `${surplus > 0 ? `${surplus} too many` : `${-surplus} missing`}: ${name}`,
    );
}

interface Named {
  url: string;
  privacy: number;
  password?: string | null;
}
