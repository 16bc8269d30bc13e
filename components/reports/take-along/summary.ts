import { i18n } from '#i18n';
import { checkName, importanceText } from '@/components/report/content/check-words';
import { counted, countText, labelled, series } from '@/components/text/language';
import { copyableAddress, reportAddress } from '@/components/text/report-name';
import {
  type CheckCount,
  type Overview,
  overviewOf,
  type PageRow,
  worstOf,
} from '@/lib/report/compare/findings';
import { comparedOf, type PageChange, type Since } from '@/lib/report/compare/page-change';
import { foreignLine } from '@/lib/report/foreign-line';
import type { FailedCheck } from '@/lib/report/importance';
import { type Client, clientsOf, periodText } from './clients';

/** So many of the worst pages are named. */
export const MOST_WORST = 3;

const KINDS = ['worse', 'better', 'same', 'notChecked', 'none'] as const;

/** How pages have developed, for a mail: client by client, as plain text. */
export function summaryText(pages: readonly PageRow[], since: Since, now: Date): string {
  return clientsOf(pages)
    .map((client) => clientText(client, periodText(since, now)))
    .join('\n');
}

function clientText({ name, pages }: Client, period: string): string {
  const overview = overviewOf(pages);
  const { appeared, fixed } = overview;
  const worst = worstOf(pages, MOST_WORST);
  return [
    i18n.t('text.series', [foreignLine(name), period]),
    labelled(i18n.t('wrong.average'), averageText(overview)),
    labelled(counted('reports.pages', pages.length), kindsText(overview.kinds)),
    ...checkLines(i18n.t('past.appeared'), appeared),
    ...checkLines(i18n.t('past.fixed'), fixed),
    ...(worst.length > 0 ? ['', i18n.t('summary.worst'), ...worst.map(worstLine)] : []),
    '',
  ].join('\n');
}

/** "58 → 54", of the pages that have both; the score of today where none has. */
export function averageText({ average, development }: Overview): string {
  if (development === null) return average === null ? '–' : countText(average);
  return arrow(development.before, development.now);
}

function arrow(before: number, now: number): string {
  return `${countText(before)} ${i18n.t('summary.arrow')} ${countText(now)}`;
}

/** "5 worse, 3 better, 10 the same, 2 new". */
export function kindsText(kinds: Record<PageChange['kind'], number>): string {
  const counts = KINDS.filter((kind) => kinds[kind] > 0);
  return series(counts.map((kind) => counted(`summary.${kind}`, kinds[kind])));
}

function checkLines(head: string, checks: readonly CheckCount[]): string[] {
  if (checks.length === 0) return [];
  const lines = checks.map(
    (check) => `- ${labelled(weightedName(check), counted('reports.pages', check.pages))}`,
  );
  return ['', head, ...lines];
}

/** "Noindex (high)". */
export function weightedName(check: FailedCheck): string {
  return foreignLine(`${checkName(check)} (${importanceText(check.importance)})`);
}

/** "52 → 27 https://trails.example/booking". */
function worstLine({ report, change }: PageRow): string {
  const { score } = report;
  const before = comparedOf(change)?.base.score ?? null;
  const now = countText(score ?? 0);
  const scores = before === null || score === null ? now : arrow(before, score);
  return `${scores} ${copyableAddress(reportAddress(report))}`;
}
