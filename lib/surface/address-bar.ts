import type { Suggestion } from '@/lib/browser/omnibox-line';
import type { TabPlace } from '@/lib/browser/tabs';
import type { Keeping } from '@/lib/private-windows';
import type { Report } from '@/lib/report/report';
import type { Handover } from './handover';
import { contentOf, matching, searchFor } from './suggestion';

/** What a person does in the browser's address bar after the keyword. None of these rejects. */
export interface AddressBar {
  /** Whether a service is connected: if not, Enter leads to the options. */
  isConnected(): Promise<boolean>;
  /** A text was typed: the reports that go with it are suggested. */
  change(text: string, suggest: (suggestions: Suggestion[]) => void): Promise<void>;
  /** A text was entered, or a suggestion chosen. */
  enter(text: string, place: TabPlace): Promise<void>;
  /** The person has left. */
  cancel(): void;
}

interface AddressBarTools {
  /** The reports that are stored here; null where no service is connected. */
  knownReports(): Promise<readonly Report[] | null>;
  /** A report's rating and name, in words. */
  describe(report: Report): Pick<Suggestion, 'label' | 'address'>;
  /** The tab in front, and whether its window is a private one, or may be. */
  tabInFront(): Promise<{ id: number | undefined; keeping: Keeping }>;
  /** Opens the popup in a tab, where it shows what is handed over. */
  openHandover(handover: Handover, place: TabPlace, currentTabId?: number): Promise<void>;
  openOptions(): Promise<void>;
}

/** Makes the search in the address bar. The browser may stop the worker between any two events. */
export function createAddressBar(tools: AddressBarTools): AddressBar {
  const { knownReports, describe, tabInFront, openHandover, openOptions } = tools;
  /** Read once while a person types. */
  let known: Promise<readonly Report[] | null> | null = null;
  /** Counts the texts: suggestions for an earlier one come too late. */
  let texts = 0;

  function readKnown(): Promise<readonly Report[] | null> {
    known ??= knownReports().catch(() => []);
    return known;
  }

  function cancel(): void {
    texts += 1;
    known = null;
  }

  return {
    isConnected: async () => (await readKnown()) !== null,
    async change(text, suggest) {
      texts += 1;
      const typed = texts;
      const reports = matching((await readKnown()) ?? [], text);
      if (typed !== texts || reports.length === 0) return;
      suggest(reports.map((report) => ({ content: contentOf(report), ...describe(report) })));
    },
    async enter(text, place) {
      try {
        const [stored, { id, keeping }] = await Promise.all([readKnown(), tabInFront()]);
        if (stored === null) return await openOptions();
        const report = stored.find((one) => contentOf(one) === text);
        const handover: Handover = report
          ? { kind: 'report', report, keeping }
          : { kind: 'search', search: searchFor(text), keeping };
        // Browsers show no page of an extension in a private window.
        await openHandover(handover, keeping === 'memory' ? 'newForegroundTab' : place, id);
      } catch {
        // A store that cannot be read, or a window that has closed.
      } finally {
        cancel();
      }
    },
    cancel,
  };
}
