import { i18n } from '#i18n';
import { foundText } from '@/components/report/content/found-text';
import { shortDay } from '@/components/text/dates';
import { counted, labelled } from '@/components/text/language';
import { copyableAddress, reportAddress } from '@/components/text/report-name';
import type { PageRow } from '@/lib/report/compare/findings';
import { failingSince, newChecks, SINCE_DAYS, type Since } from '@/lib/report/compare/page-change';
import type { Check } from '@/lib/report/content/checks';
import { foreignLine } from '@/lib/report/foreign-line';
import type { FailedCheck } from '@/lib/report/importance';
import type { Report } from '@/lib/report/report';
import { clientsOf } from './clients';
import { weightedName } from './summary';

interface ProblemFacts {
  pages: readonly PageRow[];
  /** What they leave out, a sentence each. */
  notes: readonly string[];
  since: Since;
  now: Date;
  /** What was found on a page; null where that is not known. */
  checkOf(report: Report): Check | null;
}

/** A problem for a ticket: its pages, those on which it is new first, by what was found on them. */
export function problemText(
  problem: FailedCheck,
  { pages, notes, since, now, checkOf }: ProblemFacts,
): string {
  const [client, ...others] = clientsOf(pages);
  const count =
    client === undefined || others.length > 0
      ? counted('reports.pages', pages.length)
      : counted('summary.pagesOf', pages.length, client.name);
  const groups = new Map<string, Map<string, string[]>>();
  const isNew = ({ change }: PageRow) =>
    newChecks(change).some(({ name }) => name === problem.name);
  for (const page of [...pages].sort((one, other) => Number(isNew(other)) - Number(isNew(one)))) {
    const head = isNew(page) ? newText(since, now) : sinceText(page, problem.name);
    const check = checkOf(page.report);
    const found = check === null ? i18n.t('reports.notRead') : foreignLine(foundText(check));
    const byFound = groups.get(head) ?? new Map<string, string[]>();
    const addresses = byFound.get(found) ?? [];
    addresses.push(copyableAddress(reportAddress(page.report)));
    groups.set(head, byFound.set(found, addresses));
  }
  const texts = [...groups].map(([head, byFound]) =>
    [head, ...[...byFound].flatMap(([found, addresses]) => [found, ...addresses])]
      .filter(Boolean)
      .join('\n'),
  );
  const head = [labelled(weightedName(problem), count), ...notes];
  return [head.join('\n'), ...texts, ''].join('\n\n').trimEnd().concat('\n');
}

/** "New since Nov 19, 2026". */
function newText(since: Since, now: Date): string {
  if (since === 'before') return i18n.t('summary.newSinceBefore');
  const then = new Date(now);
  then.setDate(now.getDate() - SINCE_DAYS[since]);
  return i18n.t('summary.newSince', [shortDay(then.toISOString())]);
}

/** "Since Nov 5, 2026", or that day or before. */
function sinceText({ results }: PageRow, check: string): string {
  const since = failingSince(results, check);
  if (since === null) return '';
  const day = shortDay(since.at);
  return i18n.t('summary.failingSince', [since.isOldest ? i18n.t('reports.orBefore', [day]) : day]);
}
