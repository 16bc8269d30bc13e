import { i18n } from '#i18n';
import { checkName, importanceText } from '@/components/report/content/check-words';
import { daysText } from '@/components/text/dates';
import { ratingLabel, resultLabel } from '@/components/text/labels';
import { counted, countText, labelled, series } from '@/components/text/language';
import { copyableAddress, reportAddress } from '@/components/text/report-name';
import type { CheckCount, Overview, PageRow } from '@/lib/report/compare/findings';
import { CHANGE_KINDS, comparedOf, type PageChange } from '@/lib/report/compare/page-change';
import { foreignLine } from '@/lib/report/foreign-line';
import type { FailedCheck } from '@/lib/report/importance';
import type { ClientNumbers, ClientSummary, ListedBy, PartRead } from './clients';

/** So many pages are listed in a text. */
const MOST_LISTED = 20;

/** How pages have developed, for a mail: client by client, as plain text. */
export function summaryText(clients: readonly ClientSummary[]): string {
  return clients.map(clientText).join('\n');
}

function clientText(client: ClientSummary): string {
  const { numbers, listed } = client;
  const { overview, worst = [] } = numbers ?? {};
  const fewer = fewerText(client);
  const more = listed.length - MOST_LISTED;
  return [
    ...headLines(client),
    ...checkLines(i18n.t('past.appeared'), overview?.appeared ?? []),
    ...checkLines(i18n.t('past.fixed'), overview?.fixed ?? []),
    ...(worst.length > 0 ? ['', i18n.t('summary.worst'), ...worst.map(pageLine)] : []),
    ...(fewer === null ? [] : ['', fewer, ...listed.slice(0, MOST_LISTED).map(pageLine)]),
    ...(fewer !== null && more > 0 ? [counted('summary.morePages', more)] : []),
    '',
  ].join('\n');
}

/** What stands above all that goes to a client: whose pages, since when, and how they have developed. */
function headLines(client: ClientSummary): string[] {
  const { name, numbers } = client;
  const partRead = partReadText(client.partRead);
  return [
    series([foreignLine(name), measuredText(client)].filter(Boolean)),
    ...(numbers === null ? [] : numberLines(numbers)),
    ...(partRead === null ? [] : [partRead]),
  ];
}

function numberLines({ overview }: ClientNumbers): string[] {
  return [
    labelled(averageLabel(overview), averageText(overview)),
    labelled(counted('reports.pages', overview.pages), kindsText(overview.kinds)),
  ];
}

/** What stands above the rows of a file that leaves something out, line by line; else nothing. */
export function fileHead(clients: readonly ClientSummary[]): string[] {
  const heads = clients.map((client) => ({ head: headLines(client), fewer: fewerText(client) }));
  const isPart = clients.some(({ partRead }) => partRead !== null);
  if (!isPart && heads.every(({ fewer }) => fewer === null)) return [];
  return heads.flatMap(({ head, fewer }) => [...head, ...(fewer === null ? [] : [fewer]), '']);
}

/** From when the results of a client are, and those they are compared with; empty where no date is known. */
export function measuredText({ numbers, listed }: ClientSummary): string {
  const pages = numbers?.pages ?? listed;
  const results = daysText(pages.flatMap(({ report }) => report.generatedAt ?? []));
  const bases = daysText(pages.flatMap(({ change }) => comparedOf(change)?.base.generatedAt ?? []));
  if (results === null) return '';
  return bases === null
    ? i18n.t('summary.resultsOf', [results])
    : i18n.t('summary.comparedWith', [results, bases]);
}

/** What the average is of: "Average score", or "Average score (3 pages compared)" where not all are. */
export function averageLabel({ development, pages }: Overview): string {
  return development === null || development.pages === pages
    ? i18n.t('wrong.average')
    : counted('summary.averageOf', development.pages);
}

/** "58 → 54", of the pages that have both; the score of today where none has. */
export function averageText({ average, development }: Overview): string {
  if (development === null) return average === null ? '–' : countText(average);
  return arrow(development.before, development.now);
}

function arrow(before: number, now: number): string {
  return `${countText(before)} ${i18n.t('summary.arrow')} ${countText(now)}`;
}

/** "5 worse, 3 better, 10 the same, 2 first results". */
export function kindsText(kinds: Record<PageChange['kind'], number>): string {
  const counts = CHANGE_KINDS.filter((kind) => kinds[kind] > 0);
  return series(counts.map((kind) => counted(`summary.${kind}`, kinds[kind])));
}

/** That no number is about all reports, as a sentence; null where all were read. */
export function partReadText(partRead: PartRead | null): string | null {
  if (partRead === null) return null;
  const { read, total } = partRead;
  return total === null
    ? i18n.t('summary.readFirst', [countText(read)])
    : i18n.t('summary.readOf', [countText(read), countText(total)]);
}

/** "23 of 60 pages, those that got worse"; null where all pages of the client are listed. */
export function fewerText({ numbers, listed, listedBy }: ClientSummary): string | null {
  return chosenText(listed.length, numbers?.pages.length ?? null, listedBy);
}

/**
 * How pages were chosen, where that leaves some out; else null.
 * @param all how many they were chosen from; null where that is not known
 */
export function chosenText(listed: number, all: number | null, by: ListedBy): string | null {
  if (listed === all) return null;
  if (all !== null) return counted('summary.fewer', listed, countText(all), listedByText(by));
  const text = listedByText({ ...by, isOfBatch: false });
  return text === '' ? null : counted('summary.chosen', listed, text);
}

/** What pages have in common that were chosen, behind "those": "that got worse, rated Bad". */
function listedByText(by: ListedBy): string {
  if (by.isSelected) return i18n.t('summary.by.selected');
  const search = foreignLine(by.search.trim());
  const parts = [
    by.change !== null && i18n.t(`summary.by.${by.change}`),
    by.rating !== null && i18n.t('summary.by.rating', [ratingLabel(by.rating)]),
    by.check !== null && i18n.t('summary.by.check', [foreignLine(checkName({ name: by.check }))]),
    search !== '' && i18n.t('summary.by.search', [search]),
    by.isOfBatch && i18n.t('summary.by.batch'),
    by.hasKept && i18n.t('summary.by.kept'),
  ];
  return series(parts.filter((part) => part !== false));
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
function pageLine({ report, change }: PageRow): string {
  const { score } = report;
  const before = comparedOf(change)?.base.score ?? null;
  const now = score === null ? resultLabel(report) : countText(score);
  const scores = before === null || score === null ? now : arrow(before, score);
  return `${scores} ${copyableAddress(reportAddress(report))}`;
}
