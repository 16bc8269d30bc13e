import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { i18n } from '#i18n';
import type { Commands } from '@/components/app/page-commands';
import { checkName } from '@/components/report/content/check-names';
import { reportText } from '@/components/report/content/report-text';
import { UNFILTERED } from '@/components/table/overview-state';
import type { TableRow } from '@/components/table/table-order';
import type { ReportTableState, TableSnapshot } from '@/components/table/table-state';
import { isolated } from '@/components/text/isolation';
import { counted, countedIn, sentences, series, type Words } from '@/components/text/language';
import { linkLimits } from '@/components/text/messages/copy-message';
import { failureMessage } from '@/components/text/messages/failure-message';
import type { Failure } from '@/lib/failure';
import type { ClientNames } from '@/lib/report/compare/client-names';
import { type Client, clientsOf } from '@/lib/report/compare/clients';
import type { PageRow } from '@/lib/report/compare/findings';
import type { FailingAgainTicket, JudgedPage, Ticket } from '@/lib/report/compare/tickets';
import type { Check } from '@/lib/report/content/checks';
import type { FailedCheck } from '@/lib/report/importance';
import type { PageMute } from '@/lib/report/mutes';
import type { Report, ReportDetails } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';
import { ChangedPages, exportFailed } from './attempt-export';
import type { ClientLanguages } from './client-languages';
import type { ClientPages, PartRead } from './client-pages';
import { sheetDocument } from './client-sheet';
import {
  type Chosen,
  type ClientFacts,
  type ClientSummary,
  clientFacts,
  clientSummaries,
  clientSummary,
  fileHead,
  type ListedBy,
  letterDocument,
} from './client-summary';
import { type CopiedProblem, type CopiedProof, loadProof } from './copied-proof';
import type { CopiedDocuments } from './copied-text';
import { type CopiedTicket, loadTicket } from './copied-ticket';
import { type ExportDocument, plainDocument, type WrittenDocument, writtenText } from './document';
import { writtenHtml } from './document-html';
import { createReportReading, MAX_REPORTS_READ, StoppedReading } from './report-reading';
import { reportsDocument, tableRows } from './reports-csv';
import { type RowsAge, storedAgeText } from './rows-age';
import { failingPages, problemsIn } from './ticket';
import { workbookDocument } from './workbook-document';

interface ExportTools {
  commands: Commands;
  /** The visible table. */
  table: ReadonlySignal<ReportTableState>;
  clientNames: ReadonlySignal<ClientNames>;
  /** Whether the table shows a batch. */
  isOfBatch(): boolean;
  /** How many of the list's reports were read; null for all. */
  partRead: ReadonlySignal<PartRead | null>;
  /**
   * Returns how old the rows of a client are; null if the rows are up to date.
   * @param client null for all clients
   */
  storedAge(client: string | null): RowsAge | null;
  /** Whether the service does not answer, so that waiting for further rows is useless. */
  isServiceDown(): boolean;
  /** Reads all pages of clients, if the table has only a part of the pages. */
  readClients(clients: readonly Client[]): Promise<Result<ClientPages>>;
  get(report: Report): Promise<Result<ReportDetails>>;
  /** Returns the known findings of a report; null if unknown. */
  findingsOf(report: Report): readonly Check[] | null;
  /** Reads the findings that the worker has and the page lacks. Never rejects. */
  readFindings(reports: readonly Report[]): Promise<void>;
  /** Returns the report's address on the service; null if unknown. */
  linkOf(report: Report): string | null;
  /** Returns the mutes of a report's page. */
  mutesOf(report: Report): readonly PageMute[];
  /** Returns the report with the judged result of a page; null if no longer known. */
  reportOf(page: JudgedPage): Report | null;
  /** Returns the closed tickets of a check that fails again on pages. */
  failingAgain(check: string, pages: readonly PageRow[]): readonly FailingAgainTicket[];
  languages: Pick<ClientLanguages, 'wordsFor' | 'load'>;
  /** Called when the summaries of clients were copied. */
  onSummariesCopied(clients: readonly string[]): void;
  /** Called when a ticket was copied. Resolves when the ticket is stored or refused. */
  onTicketCopied(ticket: Omit<Ticket, 'id' | 'at'>): Promise<void>;
  /** Saves a document as a CSV file. */
  save(document: ExportDocument, name: string): void;
  /** Saves a document as an XLSX file. */
  saveWorkbook(document: ExportDocument, name: string): Promise<void>;
  /**
   * Copies a text that is still loading.
   * @param html the same text for programs that take formatted text; null for plain text only
   */
  copyLater(text: Promise<string>, html: Promise<string> | null): Promise<void>;
  print(): void;
  now(): Date;
  /**
   * Announces the outcome of copying as a sentence.
   * @param copied the documents that *View* shows
   */
  announce(sentence: string | null, isFailure?: boolean, copied?: CopiedDocuments): void;
}

function worstProblem(pages: readonly PageRow[]): FailedCheck | null {
  const all = problemsIn(pages);
  return all.find(({ appeared }) => appeared > 0) ?? all[0] ?? null;
}

/** Returns the announcement of copied summaries. */
function summariesCopied(clients: readonly ClientFacts[]): string {
  const [only, ...others] = clients;
  if (only === undefined || others.length > 0) return counted('copied.summaries', clients.length);
  return i18n.t('copied.summary', [isolated(only.name)]);
}

/** Returns how old the numbers of summaries are; empty if the numbers are up to date. */
function ageSentences([client]: readonly ClientFacts[]): string[] {
  const age = client?.chosen.age ?? null;
  const asOf = age && storedAgeText(age);
  return asOf === null ? [] : [asOf];
}

/** Returns the name of a problem, with its client if it has one. */
export function problemName(check: Pick<FailedCheck, 'name'>, client: string | null): string {
  return series([checkName(check), ...(client === null ? [] : [client])].map(isolated));
}

/** Returns why an export has failed. */
function reasonOf(error: unknown): string {
  if (error instanceof UnreadClients) return failureMessage(error.failure);
  if (error instanceof ChangedPages) return i18n.t('reports.exportChanged');
  return exportFailed(error);
}

/** Returns the name of a file from names that a service sent. */
function fileName(...names: string[]): string {
  return names.map((name) => name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')).join('-');
}

/** Returns the name of a file with pages of clients. */
function clientsFileName([only, ...others]: readonly ClientSummary[]): string {
  return only !== undefined && others.length === 0 ? fileName(only.name) : 'reports';
}

/** Thrown if the pages of clients cannot be read. */
class UnreadClients extends Error {
  constructor(readonly failure: Failure) {
    super();
  }
}

/** The pages of a client, independent of the table. */
interface CoveredClient {
  client: string;
  table: ReportTableState;
  /** See `TableSnapshot`. */
  source: string;
}

/** A table at the time of the press. */
interface CoveredTable {
  client: null;
  table: ReportTableState;
  snapshot: TableSnapshot;
  isOfBatch: boolean;
  /** The clients that a text may name; null for all clients of the table. */
  clients: readonly string[] | null;
}

/** What an export covers: a client, or a table. */
type Covered = CoveredClient | CoveredTable;

/** The exports of a client or of a table. */
type ExportKind = 'summary' | 'reports' | 'file' | 'workbook' | 'print';

/** The exports that name only clients that were in the table at the time of the press. */
const TEXTS: readonly ExportKind[] = ['summary', 'reports'];

/** Returns the subject of an export's command. Exports of equal snapshots have the same subject. */
function subjectOf(kind: ExportKind, covered: Covered): string {
  if (covered.client !== null) return `${kind}@${covered.client}`;
  const { client, filters } = covered.snapshot.view;
  const { selected } = covered.snapshot;
  const setToArray = (_: string, value: unknown) => (value instanceof Set ? [...value] : value);
  return `${kind}:${JSON.stringify({ client, filters, selected }, setToArray)}`;
}

function ticketSubject(check: string, client: string): string {
  return `ticket:${check}@${client}`;
}

function proofSubject({ check, client, at }: CopiedProblem): string {
  return `proof:${check}@${client} ${at}`;
}

/**
 * Creates the exports. An export covers a client, the selected rows, or all rows of the table at the
 * time of the press. An export waits until the reading of all reports ends.
 */
export function createExports(tools: ExportTools) {
  const { commands, table, partRead, readClients, get, linkOf, mutesOf, failingAgain } = tools;
  const { languages, save, copyLater, print, announce } = tools;
  const reading = createReportReading(get);
  const checkTools = { findingsOf: tools.findingsOf, readFindings: tools.readFindings, reading };
  /** The number of exports that wait for the rest of the rows. */
  const waits = signal(0);
  /** The number of presses on *Copy what is stored*. */
  const storedPresses = signal(0);
  /** The sheets of the current print; null if the browser itself prints. */
  let printed: readonly WrittenDocument[] | null = null;

  /** The names of the clients that an export of the table covers. */
  const clients = computed(() =>
    clientsOf(table.value.rowsToExport.value.map(({ page }) => page)).map(nameOf),
  );

  function coveredBy(client?: Client, namedClients: readonly string[] | null = null): Covered {
    const shown = table.value;
    if (client !== undefined) {
      return { client: client.name, table: shown, source: shown.source.value };
    }
    return {
      client: null,
      table: shown,
      snapshot: shown.snapshot(),
      isOfBatch: tools.isOfBatch(),
      clients: namedClients,
    };
  }

  function rowsOf(covered: Covered): readonly TableRow[] {
    const { client, table: shown } = covered;
    if (client !== null) {
      return shown.overview.rowsIn({ client }).map((page) => ({ report: page.report, page }));
    }
    const named = covered.clients;
    const rows = shown.rowsIn(covered.snapshot);
    return named === null ? rows : rows.filter(({ page }) => named.includes(page.client));
  }

  function chosenBy(covered: Covered): Chosen {
    const rows = rowsOf(covered);
    const listed = [...new Map(rows.map(({ page }) => [page.key, page])).values()];
    const age = ageOf(covered);
    const isOfBatch = covered.client === null && covered.isOfBatch;
    const part = isOfBatch ? null : partRead.value;
    const common = { partRead: part, age, failingAgain, linkOf };
    if (covered.client !== null) {
      const listedBy = { ...UNFILTERED, isOfBatch: false, hasExceptions: false, isSelected: false };
      return { ...common, listed, all: listed, listedBy };
    }
    const { overview } = covered.table;
    const { view, selected } = covered.snapshot;
    const listedBy: ListedBy = {
      ...view.filters,
      isOfBatch: covered.isOfBatch,
      hasExceptions: overview.hasExceptionsIn(view),
      isSelected: selected !== null,
    };
    // The clients of a batch may have further pages.
    const all = covered.isOfBatch || !overview.isKnown.value ? null : overview.rowsIn(view);
    return { ...common, listed, all, listedBy };
  }

  /**
   * Runs an export to its end, unless the same export is running. Announces a failure.
   * @param work resolves to whether the export has succeeded
   */
  async function run(subject: string, work: () => Promise<boolean>): Promise<boolean> {
    const result = await commands.run(subject, async () => {
      try {
        return { value: await work() };
      } catch (error) {
        announceEnd(error);
        return { value: false };
      }
    });
    return result !== null && !hasFailed(result) && result.value;
  }

  /** Runs an export of a client or, without a client, of the table. */
  function runOn(
    client: Client | undefined,
    kind: ExportKind,
    work: (covered: Covered) => Promise<boolean>,
  ): void {
    const covered = coveredBy(client, TEXTS.includes(kind) ? clients.value : null);
    void run(subjectOf(kind, covered), () => work(covered));
  }

  /** Announces why an export has ended, unless a person has stopped the export. */
  function announceEnd(error: unknown): void {
    if (error instanceof StoppedReading) return;
    announce(reasonOf(error), true);
  }

  /** Counts an export as waiting until a promise has settled. */
  async function waiting<T>(promise: Promise<T>): Promise<T> {
    waits.value += 1;
    try {
      return await promise;
    } finally {
      waits.value -= 1;
    }
  }

  /**
   * Returns the facts in the summaries of clients. Reads missing pages first.
   * @throws {UnreadClients} if the pages cannot be read
   */
  async function factsOf(covered: Covered): Promise<ClientFacts[]> {
    await waitForRows(covered);
    const facts = chosenBy(covered);
    if (facts.all !== null) return clientFacts(facts);
    const result = await waiting(readClients(clientsOf(facts.listed)));
    if (hasFailed(result)) throw new UnreadClients(result.failure);
    return clientFacts({ ...facts, ...result.value });
  }

  /** Returns how old the rows of an export are; null if the rows are up to date. */
  function ageOf(covered: Covered): RowsAge | null {
    if (covered.client !== null) return tools.storedAge(covered.client);
    return covered.isOfBatch ? null : tools.storedAge(covered.snapshot.view.client);
  }

  /**
   * Waits until all rows that an export covers are read, or until a person chooses the stored rows.
   * Does not wait for a service that is down.
   * @throws {ChangedPages} if the export covers no row, or the table shows another list or batch
   */
  async function waitForRows(covered: Covered): Promise<void> {
    const presses = storedPresses.value;
    const acceptsStored = () => storedPresses.value > presses;
    const isWaiting = ageOf(covered) === null || !tools.isServiceDown();
    if (isWaiting) await waiting(untilRead(covered, acceptsStored));
    if (rowsOf(covered).length === 0) throw new ChangedPages();
  }

  /** Returns each document in the language of its client. */
  async function written({ documents }: CopiedDocuments): Promise<WrittenDocument[]> {
    await languages.load(documents.map(({ client }) => client));
    return documents.map(({ client, documentIn }) => {
      const words = languages.wordsFor(client);
      return { document: documentIn(words), words };
    });
  }

  /** For e-mails, which need no format. */
  const plain: CopyFormats<CopiedDocuments> = {
    textOf: async (copied) => writtenText(await written(copied)),
  };
  /** For trackers. */
  const formatted: CopyFormats<CopiedDocuments> = {
    ...plain,
    htmlOf: async (copied) => writtenHtml(await written(copied)),
  };

  /**
   * Copies a text and announces the result. Rejects if there is no text, for example because a person
   * stops the reading.
   * @param announcementOf returns the announcement of success
   */
  async function copy<Source>(
    loading: Promise<Source>,
    { textOf, htmlOf }: CopyFormats<Source>,
    announcementOf: (source: Source) => Parameters<typeof announce>,
  ): Promise<boolean> {
    announce(null);
    // Browsers allow copying only during a press. The text may follow later.
    const text = loading.then(textOf);
    const html = htmlOf ? loading.then(htmlOf) : null;
    const [copied, ...sources] = await Promise.allSettled([copyLater(text, html), text, html]);
    for (const source of sources) if (source.status === 'rejected') throw source.reason;
    if (copied.status === 'fulfilled') announce(...announcementOf(await loading));
    else announce(i18n.t('copied.nothing'), true);
    return copied.status === 'fulfilled';
  }

  async function ticketOf(
    check: Pick<FailedCheck, 'name'>,
    client: string,
    covered: Covered,
  ): Promise<CopiedTicket> {
    await waitForRows(covered);
    return loadTicket(check, client, chosenBy(covered), checkTools);
  }

  async function textOfReports(covered: Covered): Promise<CopiedReports> {
    await waitForRows(covered);
    const all = rowsOf(covered).map(({ report }) => report);
    const wanted = all.slice(0, MAX_REPORTS_READ);
    const included = await reading.read(wanted);
    const leftOut = all.length - wanted.length;
    const documentIn = (words: Words) => {
      const texts = included.map((report) =>
        reportText(report, mutesOf(report), linkOf(report), words),
      );
      const more = leftOut > 0 ? [`${countedIn(words, 'operation.more', leftOut)}\n`] : [];
      return plainDocument([...texts, ...more].join('\n\n'));
    };
    const unread = wanted.length - included.length;
    const documents = [{ client: null, documentIn }];
    return { documents, isForTracker: false, included, leftOut, unread };
  }

  function remarksOn(included: readonly Report[], unread: number): string[] {
    return [
      ...(unread > 0 ? [counted('list.unreadable', unread)] : []),
      ...linkLimits(included.filter((report) => linkOf(report) !== null)),
    ];
  }

  async function copyTicketOf(
    check: Pick<FailedCheck, 'name'>,
    client: string,
    covered: Covered,
  ): Promise<boolean> {
    const loading = ticketOf(check, client, covered);
    const isCopied = await copy(loading, formatted, (copied) => {
      const { included, unread } = copied;
      const said = i18n.t('copied.ticket', [problemName(check, client)]);
      return [sentences(said, ...remarksOn(included, unread)), unread > 0, copied];
    });
    if (!isCopied) return false;
    const { fileIn, ticket } = await loading;
    await tools.onTicketCopied(ticket);
    if (fileIn !== null) save(fileIn(languages.wordsFor(client)), fileName(client, check.name));
    return true;
  }

  function runTicket(check: Pick<FailedCheck, 'name'>, client: string, covered: Covered): void {
    void run(ticketSubject(check.name, client), () => copyTicketOf(check, client, covered));
  }

  function proofOf(ticket: CopiedProblem, pages: readonly JudgedPage[]): Promise<CopiedProof> {
    const { reportOf } = tools;
    return loadProof(
      ticket,
      pages,
      { clientOf: tools.clientNames.value.of, reportOf, linkOf },
      checkTools,
    );
  }

  async function copySummaries(covered: Covered): Promise<boolean> {
    const loading = factsOf(covered);
    const isCopied = await copy(
      loading,
      { textOf: (clients) => plain.textOf(lettersOf(clients)) },
      (clients) => [
        sentences(summariesCopied(clients), ...ageSentences(clients)),
        false,
        lettersOf(clients),
      ],
    );
    if (isCopied) tools.onSummariesCopied((await loading).map(nameOf));
    return isCopied;
  }

  function copyReports(covered: Covered): Promise<boolean> {
    return copy(textOfReports(covered), plain, (copied) => {
      const { included, leftOut, unread } = copied;
      const said = sentences(
        counted('copied.reports', included.length),
        ...(leftOut > 0 ? [counted('copied.leftOut', leftOut)] : []),
        ...remarksOn(included, unread),
      );
      return [said, unread > 0, copied];
    });
  }

  async function saveFile(covered: Covered): Promise<boolean> {
    await waitForRows(covered);
    const clients = clientSummaries(chosenBy(covered), i18n);
    const rows = tableRows(rowsOf(covered));
    save(reportsDocument(rows, linkOf, fileHead(clients, i18n)), clientsFileName(clients));
    return true;
  }

  async function saveWorkbook(covered: Covered): Promise<boolean> {
    await waitForRows(covered);
    const clients = clientSummaries(chosenBy(covered), i18n);
    const rows = tableRows(rowsOf(covered));
    await tools.saveWorkbook(workbookDocument(clients, rows, linkOf), clientsFileName(clients));
    return true;
  }

  /** Returns the sheet of a client in the client's language. */
  function sheetOf(client: ClientFacts, isWhole: boolean): WrittenDocument {
    const words = languages.wordsFor(client.name);
    return { document: sheetDocument(client, isWhole, tools.now(), words), words };
  }

  async function printSheets(covered: Covered): Promise<boolean> {
    const printedClients = await factsOf(covered);
    await languages.load(printedClients.map(nameOf));
    printed = printedClients.map((client) => sheetOf(client, true));
    try {
      print();
    } finally {
      printed = null;
    }
    return true;
  }

  return {
    /** Whether an export of a client, or of the table with its current filters, is running. */
    isBusy: (kind: ExportKind, client?: Client): boolean =>
      commands.isBusy(subjectOf(kind, coveredBy(client))),
    /** Whether the ticket of a problem is being copied or stored. */
    isCopyingTicket: (check: string, client: string): boolean =>
      commands.isBusy(ticketSubject(check, client)),
    isCopyingProof: (ticket: CopiedProblem): boolean => commands.isBusy(proofSubject(ticket)),
    /** Whether an export waits for the rest of the rows. */
    isWaiting: computed(() => waits.value > 0),
    /** Time of the rows that *Copy what is stored* copies, ISO 8601; null while no export waits. */
    offeredAt: computed(() =>
      waits.value > 0 && !tools.isOfBatch() ? (tools.storedAge(null)?.completeAt ?? null) : null,
    ),
    /** Lets the waiting exports continue with the stored rows. */
    copyStored(): void {
      storedPresses.value += 1;
    },
    /** Progress of the reading of reports for a text; null if no report is being read. */
    progress: reading.progress,
    stop: reading.stop,
    clients,
    /** The tickets of the open problem, one for each client; null until all reports are read. */
    tickets: computed<OfferedTicket[] | null>(() => {
      const { isKnown, problem } = table.value.overview;
      if (!isKnown.value) return null;
      if (problem.value === null) return [];
      const pages = table.value.rowsToExport.value.map(({ page }) => page);
      return clientsOf(failingPages(problem.value, pages)).map(({ name, pages: own }) => ({
        client: name,
        pages: own.length,
      }));
    }),
    /** Returns the most important problem of a client. New problems come first. */
    worstProblem({ pages }: Client): OfferedProblem | null {
      const problem = worstProblem(pages);
      return problem && { name: problem.name, pages: failingPages(problem, pages).length };
    },
    copySummary(client?: Client): void {
      runOn(client, 'summary', copySummaries);
    },
    /** Copies a ticket of the open problem with the pages of the client that the table shows. */
    copyTicket(client: string): void {
      const name = table.value.overview.filters.value.check;
      if (name !== null) runTicket({ name }, client, coveredBy());
    },
    /** Copies a ticket of the most important problem of a client. */
    copyWorst(client: Client): void {
      const problem = worstProblem(client.pages);
      if (problem !== null) runTicket(problem, client.name, coveredBy(client));
    },
    /** Copies the reports of the table, one by one. */
    copyReports(): void {
      runOn(undefined, 'reports', copyReports);
    },
    /** Copies the proof of a ticket. Resolves to whether the proof was copied. */
    copyProof(ticket: CopiedProblem, pages: readonly JudgedPage[]): Promise<boolean> {
      return run(proofSubject(ticket), () =>
        copy(proofOf(ticket, pages), formatted, (proof) => {
          const said = i18n.t('copied.proof', [problemName({ name: ticket.check }, ticket.client)]);
          return [sentences(said, ...remarksOn([], proof.unread)), proof.unread > 0, proof];
        }),
      );
    },
    save(client?: Client): void {
      runOn(client, 'file', saveFile);
    },
    saveWorkbook(client?: Client): void {
      runOn(client, 'workbook', saveWorkbook);
    },
    print(client?: Client): void {
      runOn(client, 'print', printSheets);
    },
    /**
     * Returns the sheets to print: the sheets of *Print*, or sheets of the known rows of the table.
     * Returns none after an exception.
     * @param isTableShown whether the table is visible
     */
    onPaper(isTableShown: boolean): readonly WrittenDocument[] {
      if (printed !== null) return printed;
      if (!isTableShown) return [];
      try {
        const covered = coveredBy();
        const printedClients = clientFacts(chosenBy(covered));
        return printedClients.map((client) => sheetOf(client, isComplete(covered)));
      } catch (error) {
        announceEnd(error);
        return [];
      }
    },
  };
}

/** Whether all rows that an export covers are read. */
function isComplete(covered: Covered): boolean {
  const client = covered.client ?? covered.snapshot.view.client;
  return covered.table.overview.isComplete(client);
}

/**
 * Resolves when all rows of an export are read, or when a person chooses the stored rows. Rejects if
 * the table shows another list or batch.
 */
function untilRead(covered: Covered, acceptsStored: () => boolean): Promise<void> {
  const source = covered.client === null ? covered.snapshot.source : covered.source;
  const state = computed(() => {
    if (covered.table.source.value !== source) return 'changed';
    return isComplete(covered) || acceptsStored() ? 'read' : 'reading';
  });
  return new Promise((resolve, reject) => {
    const leave = state.subscribe((now) => {
      if (now === 'reading') return;
      // During the first call, `leave` does not exist.
      queueMicrotask(() => {
        leave();
        if (now === 'read') resolve();
        else reject(new ChangedPages());
      });
    });
  });
}

/** A ticket that a person can copy. */
interface OfferedTicket {
  client: string;
  pages: number;
}

interface OfferedProblem {
  /** The name of the check. */
  name: string;
  pages: number;
}

/** The formats of a copy. */
interface CopyFormats<Source> {
  textOf: (source: Source) => string | Promise<string>;
  /** Absent for a copy without HTML. */
  htmlOf?: (source: Source) => Promise<string>;
}

interface CopiedReports extends CopiedDocuments {
  /** The reports in the text. */
  included: readonly Report[];
  /** The number of reports that could not be read. */
  unread: number;
  leftOut: number;
}

/** Returns the summaries of clients for e-mails. */
function lettersOf(clients: readonly ClientFacts[]): CopiedDocuments {
  const documents = clients.map((client) => ({
    client: client.name,
    documentIn: (words: Words) => letterDocument(clientSummary(client, words), words),
  }));
  return { documents, isForTracker: false };
}

function nameOf({ name }: Pick<Client, 'name'>): string {
  return name;
}
