import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { i18n } from '#i18n';
import { reportText } from '@/components/report/content/report-text';
import { counted, countText, sentences } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { PageRow } from '@/lib/report/compare/findings';
import type { Check } from '@/lib/report/content/checks';
import type { FailedCheck } from '@/lib/report/importance';
import type { Report, ReportDetails } from '@/lib/report/report';
import type { TableRow } from '../table/table-order';
import type { ReportTableState } from '../table/table-state';
import type { ClientPages } from './client-pages';
import {
  type Client,
  type ClientSummary,
  clientSummaries,
  clientsOf,
  type ListedBy,
  type PartRead,
} from './clients';
import { problemText } from './problem-text';
import { chosenText, fileHead, partReadText, summaryText } from './summary';
import { createTicketReading, MOST_IN_TICKET } from './ticket-state';

interface HandOverTools {
  /** The table that is in sight. */
  table: ReadonlySignal<ReportTableState>;
  /** By what its rows were chosen before any of its filters. */
  rowsBy(): Pick<ListedBy, 'search' | 'isOfBatch'>;
  /** How much of its reports was read; null for all. */
  partRead: ReadonlySignal<PartRead | null>;
  /** Reads all pages of clients, where the table has a part of them. */
  readClients(clients: readonly Client[]): Promise<Outcome<ClientPages>>;
  get(report: Report): Promise<Outcome<ReportDetails>>;
  /** What a list says of the failed checks of a report; null where it does not. */
  foundOf(report: Report): readonly Check[] | null;
  /** The report's own address on the service, null where it is not known. */
  linkOf(report: Report): string | null;
  /** @param above what the file leaves out, line by line */
  save(rows: readonly TableRow[], above: readonly string[]): void;
  /** Copies a text that is not there yet. */
  copyLater(text: Promise<string>): Promise<void>;
  print(): void;
  /** Told what has come of copying, as a sentence, and whether that is a failure. */
  tell(sentence: string | null, isFailure?: boolean): void;
  now(): Date;
}

/** Makes the ways to hand over what is selected, or else what is shown. Everything waits until all rows are read, or the reading is stopped. */
export function createHandOver(tools: HandOverTools) {
  const { table, rowsBy, partRead, readClients, get, foundOf, linkOf } = tools;
  const { save, copyLater, print, tell, now } = tools;
  const reading = createTicketReading(get);
  const isWaiting = signal(false);
  /** What was read for the print that goes on; null where the browser prints by itself. */
  let printed: readonly ClientSummary[] | null = null;
  const pages = computed<PageRow[]>(() => [
    ...new Map(table.value.taken.value.map(({ page }) => [page.key, page])).values(),
  ]);

  /** What is handed over now, with all that the table has of its clients. */
  function chosen() {
    const { overview, selection } = table.value;
    const isSelected = selection.selected.value.length > 0;
    const listedBy: ListedBy = { ...overview.filters.value, ...rowsBy(), isSelected };
    // Of a search or a batch the clients may have further pages.
    const isOfPart = listedBy.search.trim() !== '' || listedBy.isOfBatch;
    return {
      ...{ listed: pages.value, listedBy, since: overview.since.value, now: now() },
      all: isOfPart || !overview.isKnown.value ? null : overview.rows.value,
      partRead: partRead.value,
    };
  }

  /** Reads what is missing of the clients. Rejects where that fails, which is told. */
  async function summaries(): Promise<ClientSummary[]> {
    await whole();
    const facts = chosen();
    if (facts.all !== null) return clientSummaries(facts);
    isWaiting.value = true;
    const outcome = await readClients(clientsOf(facts.listed));
    isWaiting.value = false;
    if (hasFailed(outcome)) {
      tell(failureMessage(outcome.failure), true);
      throw new Error('unread');
    }
    return clientSummaries({ ...facts, ...outcome.value });
  }

  async function whole(): Promise<void> {
    isWaiting.value = true;
    await new Promise<void>((resolve) => {
      const leave = table.value.overview.isKnown.subscribe((isKnown) => {
        if (isKnown) queueMicrotask(() => resolve(leave()));
      });
    });
    isWaiting.value = false;
  }

  /**
   * Says what has come of it; nothing where there is no text, as when a person stops the reading.
   * @param said what to tell once the text is copied
   */
  async function copy(text: Promise<string>, said: () => Parameters<typeof tell>): Promise<void> {
    tell(null);
    // Browsers let a page copy in the moment of a press alone, and take the text when it is there.
    const [copied, made] = await Promise.allSettled([copyLater(text), text]);
    if (made.status === 'rejected') return;
    if (copied.status === 'fulfilled') tell(...said());
    else tell(i18n.t('form.copyFailed'), true);
  }

  return {
    /** Whether it waits for the rest of the rows. */
    isWaiting: isWaiting as ReadonlySignal<boolean>,
    /** How many reports are read for a ticket, and of how many; null where none are. */
    progress: reading.progress,
    stop: reading.stop,
    copySummary(): void {
      void copy(summaries().then(summaryText), () => [i18n.t('batch.copied')]);
    },
    /** The pages of the problem that is pressed; or else the reports, one by one. */
    copyTicket(): void {
      const problem = table.value.overview.problem.value;
      let [left, unread] = [0, 0];
      async function read(reports: readonly Report[]): Promise<ReportDetails[]> {
        const wanted = reports.slice(0, MOST_IN_TICKET);
        const details = await reading.read(wanted);
        left = reports.length - wanted.length;
        unread = wanted.length - details.length;
        return details;
      }
      const text = whole().then(async () => {
        if (problem === null) {
          const details = await read(table.value.taken.value.map(({ report }) => report));
          return details.map((report) => reportText(report, linkOf(report))).join('\n\n');
        }
        const { all, listed, listedBy, since, now, partRead } = chosen();
        const failing = failingOn(listed, problem);
        const clients = clientsOf(failing).map(({ name }) => name);
        const ofClients =
          all && clientsOf(failingOn(all, problem)).filter(({ name }) => clients.includes(name));
        const size = ofClients?.flatMap((client) => client.pages).length ?? null;
        const unknown = failing.map(({ report }) => report).filter((one) => foundOf(one) === null);
        const details = unknown.length === 0 ? [] : await read(unknown);
        const checksOf = (report: Report) =>
          foundOf(report) ?? details.find(({ id }) => id === report.id)?.checks;
        const checkOf = (report: Report) =>
          checksOf(report)?.find(({ name }) => name === problem.name) ?? null;
        const notes = [
          chosenText(failing.length, size, { ...listedBy, check: null }),
          partReadText(partRead),
        ].filter((note) => note !== null);
        return problemText(problem, { pages: failing, notes, since, now, checkOf });
      });
      void copy(text, () => {
        const isCut = left > 0 && problem === null;
        const copied = isCut
          ? i18n.t('reports.ticketCut', [countText(MOST_IN_TICKET)])
          : i18n.t('batch.copied');
        return unread > 0
          ? [sentences(copied, counted('list.unreadable', unread)), true]
          : [copied];
      });
    },
    save(): void {
      void whole().then(() => save(table.value.taken.value, fileHead(clientSummaries(chosen()))));
    },
    print(): void {
      const printing = summaries().then((clients) => {
        printed = clients;
        print();
        printed = null;
      });
      // Why nothing is printed was told.
      void printing.catch(() => {});
    },
    /** What goes on paper, as far as it is known at once. */
    onPaper: (): readonly ClientSummary[] => printed ?? clientSummaries(chosen()),
  };
}

function failingOn(pages: readonly PageRow[], problem: FailedCheck): PageRow[] {
  return pages.filter(({ report: { failedChecks } }) =>
    failedChecks?.some(({ name }) => name === problem.name),
  );
}
