import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { i18n } from '#i18n';
import { checkName } from '@/components/report/content/check-names';
import { foundText } from '@/components/report/content/check-words';
import { reportText } from '@/components/report/content/report-text';
import { UNFILTERED } from '@/components/table/overview-state';
import type { TableRow } from '@/components/table/table-order';
import type { ReportTableState } from '@/components/table/table-state';
import { isolated } from '@/components/text/isolation';
import { counted, sentences } from '@/components/text/language';
import { linkLimits } from '@/components/text/messages/copy-message';
import { failureMessage } from '@/components/text/messages/failure-message';
import { type Client, clientsOf, whatIsWrong } from '@/lib/report/compare/clients';
import type { PageRow } from '@/lib/report/compare/findings';
import type { JudgedPage, Ticket } from '@/lib/report/compare/tickets';
import type { Check } from '@/lib/report/content/checks';
import type { FailedCheck } from '@/lib/report/importance';
import type { Report, ReportDetails } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { untrustedLine } from '@/lib/report/untrusted-line';
import { hasFailed, type Result } from '@/lib/result';
import type { ClientPages, PartRead } from './client-pages';
import {
  type ClientSummary,
  chosenText,
  clientSummaries,
  fileHead,
  type ListedBy,
  partReadText,
  summaryText,
} from './client-summary';
import { proofText } from './proof';
import { createTicketReading, failingPages, MOST_IN_TICKET, problemText } from './ticket';

/** So much is remembered of what was found on a page. */
const LONGEST_FOUND = 200;

interface ExportTools {
  /** The table that is in sight. */
  table: ReadonlySignal<ReportTableState>;
  /** Whether its rows are those of a batch. */
  isOfBatch(): boolean;
  /** How much of its reports was read; null for all. */
  partRead: ReadonlySignal<PartRead | null>;
  /** Reads all pages of clients, where the table has a part of them. */
  readClients(clients: readonly Client[]): Promise<Result<ClientPages>>;
  get(report: Report): Promise<Result<ReportDetails>>;
  /** What a list says of the failed checks of a report; null where it does not. */
  foundOf(report: Report): readonly Check[] | null;
  /** The report's own address on the service, null where it is not known. */
  linkOf(report: Report): string | null;
  /** The report that shows the result by which a page was judged; null where it is not known any more. */
  reportOf(page: JudgedPage): Report | null;
  /** A problem was copied to be fixed. */
  onTicketCopied(ticket: Omit<Ticket, 'id' | 'at'>): void;
  /** @param above what the file leaves out, line by line */
  save(rows: readonly TableRow[], above: readonly string[]): void;
  /** Copies a text that is not there yet. */
  copyLater(text: Promise<string>): Promise<void>;
  print(): void;
  /** Announces what has come of copying, a sentence, and whether that is a failure. */
  announce(sentence: string | null, isFailure?: boolean): void;
}

function worstProblem(pages: readonly PageRow[]): FailedCheck | null {
  const { important, also, all } = whatIsWrong(pages);
  return [...important, ...also, ...all][0] ?? null;
}

/** Returns the announcement of copied summaries. */
function summariesCopied(summaries: readonly ClientSummary[]): string {
  const [only, ...others] = summaries;
  if (only === undefined || others.length > 0) return counted('copied.summaries', summaries.length);
  return i18n.t('copied.summary', [isolated(only.name)]);
}

/** Returns the announcement of a copied ticket, or of copied reports where no problem is chosen. */
function ticketCopied(problem: FailedCheck | null, reports: number): string {
  if (problem === null) return counted('copied.reports', reports);
  return i18n.t('copied.ticket', [isolated(checkName(problem))]);
}

/** Makes the ways to export what is selected, or else what is shown. Everything waits until all rows are read, or the reading is stopped. */
export function createExports(tools: ExportTools) {
  const { table, partRead, readClients, get, foundOf, linkOf, reportOf } = tools;
  const { save, copyLater, print, announce } = tools;
  const reading = createTicketReading(get);
  const isWaiting = signal(false);
  /** What was read for the print that goes on; null where the browser prints by itself. */
  let printed: readonly ClientSummary[] | null = null;
  const pages = computed<PageRow[]>(() => [
    ...new Map(table.value.taken.value.map(({ page }) => [page.key, page])).values(),
  ]);

  /** What is exported: a client's pages, or else what the table shows, with all that it has of its clients. */
  function chosen(client?: Client) {
    const { overview, selection } = table.value;
    if (client !== undefined) {
      const listedBy = { ...UNFILTERED, isOfBatch: false, hasKept: false, isSelected: false };
      return { listed: client.pages, all: client.pages, listedBy, partRead: null, linkOf };
    }
    const isSelected = selection.selected.value.length > 0;
    const hasKept = overview.hasKept.value;
    const isOfBatch = tools.isOfBatch();
    const listedBy: ListedBy = { ...overview.filters.value, isOfBatch, hasKept, isSelected };
    return {
      ...{ listed: pages.value, listedBy, partRead: partRead.value, linkOf },
      // The clients of a batch may have further pages.
      all: isOfBatch || !overview.isKnown.value ? null : overview.rows.value,
    };
  }

  /** Reads what is missing of the clients. Rejects where that fails, which is announced. */
  async function summaries(client?: Client): Promise<ClientSummary[]> {
    if (client === undefined) await whole();
    const facts = chosen(client);
    if (facts.all !== null) return clientSummaries(facts);
    isWaiting.value = true;
    const result = await readClients(clientsOf(facts.listed));
    isWaiting.value = false;
    if (hasFailed(result)) {
      announce(failureMessage(result.failure), true);
      throw new Error('unread');
    }
    return clientSummaries({ ...facts, ...result.value });
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
   * Copies a text and announces the result. Announces nothing if there is no text, for example because a
   * person stops the reading.
   * @param said returns the announcement of success
   */
  async function copy<Source>(
    loading: Promise<Source>,
    textOf: (source: Source) => string,
    said: (source: Source) => Parameters<typeof announce>,
  ): Promise<boolean> {
    announce(null);
    // Browsers allow copying only during a press. The text may follow later.
    const [copied, loaded] = await Promise.allSettled([copyLater(loading.then(textOf)), loading]);
    if (loaded.status === 'rejected') return false;
    if (copied.status === 'fulfilled') announce(...said(loaded.value));
    else announce(i18n.t('form.copyFailed'), true);
    return copied.status === 'fulfilled';
  }

  return {
    /** Whether it waits for the rest of the rows. */
    isWaiting: isWaiting as ReadonlySignal<boolean>,
    /** How many reports are read for a ticket, and of how many; null where none are. */
    progress: reading.progress,
    stop: reading.stop,
    /** Whether the ticket of the open problem has pages. True until all reports are read. */
    hasTicketPages: computed(() => {
      const { isKnown, problem } = table.value.overview;
      if (!isKnown.value) return true;
      return problem.value !== null && failingPages(problem.value, pages.value).length > 0;
    }),
    copySummary(client?: Client): void {
      void copy(summaries(client), summaryText, (copied) => [summariesCopied(copied)]);
    },
    /**
     * The pages of a client's most important problem, a new one if there is one; or else of the problem that is
     * pressed; or else the reports, one by one. The first ones of either.
     */
    copyTicket(client?: Client): void {
      const { overview } = table.value;
      const problem = client ? worstProblem(client.pages) : overview.problem.value;
      let [size, unread] = [0, 0];
      let included: readonly Report[] = [];
      let ticket: Omit<Ticket, 'id' | 'at'> | null = null;
      async function read(wanted: readonly Report[]): Promise<ReportDetails[]> {
        const details = await reading.read(wanted);
        unread = wanted.length - details.length;
        return details;
      }
      async function ofProblem(problem: FailedCheck): Promise<string> {
        const { all, listed, listedBy, partRead } = chosen(client);
        const failing = failingPages(problem, listed);
        const clients = clientsOf(failing).map(({ name }) => name);
        const ofClients =
          all && clientsOf(failingPages(problem, all)).filter(({ name }) => clients.includes(name));
        const sizeOfAll = ofClients?.flatMap((client) => client.pages).length ?? null;
        size = failing.length;
        included = failing.slice(0, MOST_IN_TICKET).map(({ report }) => report);
        const unknown = included.filter((one) => foundOf(one) === null);
        const details = unknown.length === 0 ? [] : await read(unknown);
        const checksOf = (report: Report) =>
          foundOf(report) ?? details.find(({ id }) => id === report.id)?.checks;
        const checkOf = (report: Report) =>
          checksOf(report)?.find(({ name }) => name === problem.name) ?? null;
        const [name, ...otherNames] = clients;
        ticket = {
          client: otherNames.length === 0 ? (name ?? null) : null,
          check: problem.name,
          pages: failing.map(({ report }) => {
            const check = checkOf(report);
            const found = check && untrustedLine(foundText(check)).slice(0, LONGEST_FOUND);
            return { report: referTo(report), found };
          }),
        };
        const notes = [
          chosenText(size, sizeOfAll, { ...listedBy, check: null }),
          partReadText(partRead),
        ].filter((note) => note !== null);
        return problemText(problem, failing, { notes, checkOf, linkOf });
      }
      async function ofReports(): Promise<string> {
        const all = (client?.pages ?? table.value.taken.value).map(({ report }) => report);
        size = all.length;
        included = await read(all.slice(0, MOST_IN_TICKET));
        const texts = included.map((report) => reportText(report, linkOf(report)));
        const more = size - MOST_IN_TICKET;
        return [...texts, ...(more > 0 ? [`${counted('task.more', more)}\n`] : [])].join('\n\n');
      }
      const isWhole = client === undefined ? whole() : Promise.resolve();
      const text = isWhole.then(() => (problem === null ? ofReports() : ofProblem(problem)));
      const copying = copy(text, String, () => {
        const said = sentences(
          ticketCopied(problem, included.length),
          ...(size > MOST_IN_TICKET ? [counted('copied.leftOut', size - MOST_IN_TICKET)] : []),
          ...(unread > 0 ? [counted('list.unreadable', unread)] : []),
          ...linkLimits(included.filter((report) => linkOf(report) !== null)),
        );
        return [said, unread > 0];
      });
      void copying.then((isCopied) => {
        if (isCopied && ticket !== null) tools.onTicketCopied(ticket);
      });
    },
    /**
     * What has become of a problem that was handed over; resolves with whether it was copied. What stands on its
     * first pages now is read.
     */
    copyProof(
      ticket: Omit<Ticket, 'id' | 'pages'>,
      pages: readonly JudgedPage[],
    ): Promise<boolean> {
      async function text(): Promise<string> {
        const measured = pages.flatMap((page) => (page.result && reportOf(page)) ?? []);
        const checksOf = (report: Report) => {
          const checks = foundOf(report);
          return checks?.some(({ name }) => name === ticket.check) ? checks : null;
        };
        const unread = measured.filter((report) => checksOf(report) === null);
        const details = await reading.read(unread.slice(0, MOST_IN_TICKET));
        return proofText(ticket, pages, {
          ...{ reportOf, linkOf },
          checkOf(report) {
            const checks = checksOf(report) ?? details.find(({ id }) => id === report.id)?.checks;
            return checks?.find(({ name }) => name === ticket.check) ?? null;
          },
        });
      }
      return copy(text(), String, () => [
        i18n.t('copied.proof', [isolated(checkName({ name: ticket.check }))]),
      ]);
    },
    save(client?: Client): void {
      const head = () => fileHead(clientSummaries(chosen(client)));
      if (client === undefined) void whole().then(() => save(table.value.taken.value, head()));
      else
        save(
          client.pages.map((page) => ({ report: page.report, page })),
          head(),
        );
    },
    print(client?: Client): void {
      const printing = summaries(client).then((clients) => {
        printed = clients;
        print();
        printed = null;
      });
      // Why nothing is printed was announced.
      void printing.catch(() => {});
    },
    /** What goes on paper, as far as it is known at once. */
    onPaper: (): readonly ClientSummary[] => printed ?? clientSummaries(chosen()),
  };
}
