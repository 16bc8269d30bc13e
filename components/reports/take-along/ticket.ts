import { type ReadonlySignal, signal } from '@preact/signals';
import { i18n } from '#i18n';
import { reportText } from '@/components/report/content/report-text';
import { counted, countText, sentences } from '@/components/text/language';
import { attempt } from '@/components/ui/state/attempt';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report, ReportDetails } from '@/lib/report/report';

/** So many reports are read for one ticket. */
const MOST_IN_TICKET = 20;

interface TicketTools {
  get(report: Report): Promise<Outcome<ReportDetails>>;
  /** The report's own address on the service, null where it is not known. */
  linkOf(report: Report): string | null;
  /** Copies a text that is not there yet. */
  copyLater(text: Promise<string>): Promise<void>;
  /** Told what has come of copying, as a sentence. */
  tell(sentence: string | null): void;
}

/** The text of several reports, which are read for it one after the other. */
export type Ticket = ReturnType<typeof createTicket>;

/** Makes it, with nothing to read. */
export function createTicket({ get, linkOf, copyLater, tell }: TicketTools) {
  const progress = signal<{ done: number; size: number } | null>(null);
  let turn = 0;

  /** Leaves out what cannot be read. Rejects when it is stopped, or others are asked for. */
  async function read(wanted: readonly Report[]): Promise<ReportDetails[]> {
    turn += 1;
    const mine = turn;
    const reports: ReportDetails[] = [];
    for (const [done, report] of wanted.entries()) {
      progress.value = { done, size: wanted.length };
      const outcome = await attempt(() => get(report));
      if (mine !== turn) throw new Error('stopped');
      if (!hasFailed(outcome)) reports.push(outcome.value);
    }
    progress.value = null;
    return reports;
  }

  return {
    /** How many are read, and of how many; null where nothing goes on. */
    progress: progress as ReadonlySignal<{ done: number; size: number } | null>,
    /** Copies the text of reports, and says how that went; nothing where it is stopped. */
    async copy(all: readonly Report[]): Promise<void> {
      tell(null);
      const wanted = all.slice(0, MOST_IN_TICKET);
      const reading = read(wanted);
      const text = reading.then((reports) =>
        reports.map((report) => reportText(report, linkOf(report))).join('\n\n'),
      );
      // Browsers let a page copy in the moment of a press alone, and take the text when it is there.
      const isCopied = await copyLater(text).then(
        () => true,
        () => false,
      );
      const reports = await reading.catch(() => null);
      if (reports === null) return;
      const unread = wanted.length - reports.length;
      const copied = sentences(
        all.length > wanted.length
          ? i18n.t('reports.ticketCut', [countText(MOST_IN_TICKET)])
          : i18n.t('batch.copied'),
        ...(unread > 0 ? [counted('list.unreadable', unread)] : []),
      );
      tell(isCopied ? copied : i18n.t('form.copyFailed'));
    },
    stop(): void {
      turn += 1;
      progress.value = null;
    },
  };
}
