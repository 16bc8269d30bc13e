import {
  contentOf,
  firstOf,
  idIn,
  LEAST_CHARACTERS,
  matching,
  type Suggestion,
  searchFor,
  withoutId,
} from '@/lib/address-bar/suggestion';
import type { Handover, TabPlace } from '@/lib/handover/handover';
import type { Report } from '@/lib/report/report';
import { isReportId } from '@/lib/report/report-id';
import type { ReportQuery } from '@/lib/report/report-query';

/** Where reports are looked up. Nothing of it is stored. */
export interface ReportLookup {
  /** The reports that are stored here; null where no service is connected. */
  known(): Promise<Report[] | null>;
  /** Asks the service; null where it does not answer, or is not to be asked for now. */
  find(query: ReportQuery, signal: AbortSignal): Promise<Report[] | null>;
  /** Asks the service for one report; null as well where it has none. */
  get(id: string): Promise<Report | null>;
}

/** What a person does in the browser's address bar after the keyword. None of these rejects. */
export interface AddressBar {
  /** Whether a service is connected: if not, Enter leads to the options. */
  isConnected(): Promise<boolean>;
  /** A text was typed; suggestions may come several times, each in place of the former. */
  change(text: string, suggest: (suggestions: Suggestion[]) => void): Promise<void>;
  /** A text was entered, or a suggestion chosen. */
  enter(text: string, place: TabPlace): Promise<void>;
  /** The person has left. */
  cancel(): void;
}

interface AddressBarTools {
  lookup: ReportLookup;
  /** A report's rating and name, in words. */
  describe(report: Report): Pick<Suggestion, 'label' | 'address'>;
  /** The tab in front, and whether its window is a private one, or may be. */
  tabInFront(): Promise<{ id: number | undefined; isPrivate: boolean }>;
  /** Opens the popup in a tab, where it shows what is handed over. */
  handOver(handover: Handover, place: TabPlace, currentTabId?: number): Promise<void>;
  openOptions(): Promise<void>;
}

/** How long typing must pause before the service is asked, in milliseconds. */
const TYPING_PAUSE_MS = 250;

/** Makes the search in the address bar. The browser may stop the worker between any two events. */
export function createAddressBar(tools: AddressBarTools): AddressBar {
  const { lookup, describe, tabInFront, handOver, openOptions } = tools;
  /** Of the text that was typed last. */
  let typing = new AbortController();
  /** Read once while a person types. */
  let known: Promise<Report[] | null> | null = null;
  /** The reports that were offered while a person types. */
  const offered = new Map<string, Report>();

  function readKnown(): Promise<Report[] | null> {
    known ??= lookup.known().catch(() => []);
    return known;
  }

  function suggestionOf(report: Report): Suggestion {
    const content = contentOf(report);
    offered.set(content, report);
    return { content, ...describe(report) };
  }

  function cancel(): void {
    typing.abort();
    known = null;
    offered.clear();
  }

  /** Only what stands for a report as it would be offered: anybody can type an id. */
  async function reportOf(text: string, stored: readonly Report[]): Promise<Report | null> {
    const found = offered.get(text) ?? stored.find((report) => contentOf(report) === text);
    const id = idIn(text);
    if (found !== undefined || id === null || !isReportId(id)) return found ?? null;
    const report = await lookup.get(id).catch(() => null);
    return report !== null && contentOf(report) === text ? report : null;
  }

  return {
    isConnected: async () => (await readKnown()) !== null,
    async change(text, suggest) {
      typing.abort();
      typing = new AbortController();
      const { signal } = typing;
      if (text.trim().length < LEAST_CHARACTERS) return;
      const stored = await readKnown();
      if (stored === null || signal.aborted) return;
      const matches = matching(stored, text);
      if (matches.length > 0) suggest(matches.map(suggestionOf));
      await pause(TYPING_PAUSE_MS, signal);
      if (signal.aborted) return;
      const found = await lookup.find(searchFor(text), signal).catch(() => null);
      if (found !== null && !signal.aborted) suggest(firstOf(found).map(suggestionOf));
    },
    async enter(text, place) {
      typing.abort();
      try {
        // At once: while the service is asked, the person may go to another tab.
        const [stored, { id, isPrivate }] = await Promise.all([readKnown(), tabInFront()]);
        if (stored === null) return await openOptions();
        const report = await reportOf(text, stored);
        const handover: Handover = report
          ? { kind: 'report', report, isPrivate }
          : { kind: 'search', search: searchFor(withoutId(text)).search, isPrivate };
        // Browsers show no page of an extension in a private window.
        await handOver(handover, isPrivate ? 'newForegroundTab' : place, id);
      } catch {
        // A store that cannot be read, or a window that has closed.
      } finally {
        cancel();
      }
    },
    cancel,
  };
}

/** Resolves after so many milliseconds, or when the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
