import type { StoredReport } from '../service/served-report';
import type { Service } from '../service/service';
import type { Chances } from './random';

export interface ReportDraft {
  url: string;
  privacy: 0 | 1 | 2;
  password?: string;
}

/** Share of drafts that repeat an earlier address and privacy. A lookup must distinguish their reports. */
const REPEATED_SHARE = 0.15;

export function makeDrafts(count: number, chances: Chances): ReportDraft[] {
  const drafts: ReportDraft[] = [];
  for (let number = 1; number <= count; number += 1) {
    const earlier = drafts[chances.between(0, drafts.length - 1)];
    if (earlier !== undefined && chances.happens(REPEATED_SHARE)) drafts.push(earlier);
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
 * Compares the reports of a service with the submitted drafts. `differences` has one line for each
 * missing or surplus report. `repeats` is the number of requests beyond the first for each draft.
 */
export function outcome(
  service: Pick<Service, 'reports' | 'requests'>,
  drafts: readonly ReportDraft[],
  draftsOfOthers: readonly ReportDraft[] = [],
) {
  const counts = new Map<string, number>();
  const count = ({ url, privacy, password }: ReportDraft | StoredReport, step: number) => {
    const name = JSON.stringify([url, privacy, password ?? null]);
    counts.set(name, (counts.get(name) ?? 0) + step);
  };
  for (const draft of [...drafts, ...draftsOfOthers]) count(draft, -1);
  for (const report of service.reports()) count(report, 1);
  const posts = service.requests.filter(({ method }) => method === 'POST');
  return {
    reports: service.reports().length,
    repeats: posts.length - drafts.length,
    differences: [...counts]
      .filter(([, surplus]) => surplus !== 0)
      .map(([name, surplus]) => `${surplus > 0 ? '+' : ''}${surplus} ${name}`),
  };
}

export function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}
