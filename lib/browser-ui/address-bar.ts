import type { Suggestion } from '@/lib/browser/omnibox';
import type { TabPlace } from '@/lib/browser/tabs';
import type { Connection } from '@/lib/connection/connection';
import type { Report } from '@/lib/report/report';
import { untrustedLine } from '@/lib/report/untrusted-line';
import type { ReadableItem } from '@/lib/storage/stored-item';
import { shownAddress } from '@/lib/url/shown-address';
import type { OpenPopupWith } from './popup-request';

/** Matches no character, and a single one that is not a word, unlike most Chinese characters. */
const TOO_SHORT = /^(?!\p{Script=Han}).?$/u;

/** Browsers show at most six suggestions. */
const MAX_SUGGESTIONS = 6;

// In characters.
const MAX_SEARCH_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 200;

interface AddressBarTools {
  connection: ReadableItem<Connection>;
  /** Returns the newest reports of the history whose addresses match a text. */
  searchReports(text: string, limit: number): Promise<readonly Report[]>;
  findReport(id: string): Promise<Report | null>;
  describe(report: Report): string;
  activeTab(): Promise<{ id: number | undefined; isPrivate: boolean }>;
  openPopupWith: OpenPopupWith;
}

export interface AddressBar {
  suggestionsFor(text: string): Promise<Suggestion[]>;
  /** Opens the report of a suggestion. For any other text, opens the list with a search. */
  enter(text: string, place: TabPlace): Promise<void>;
}

/** Has no state, because the worker may stop between two events. */
export function createAddressBar(tools: AddressBarTools): AddressBar {
  const { connection, searchReports, findReport, describe, activeTab, openPopupWith } = tools;
  return {
    async suggestionsFor(text) {
      const search = text.trim();
      if (TOO_SHORT.test(search)) return [];
      const reports = await searchReports(search, MAX_SUGGESTIONS);
      return reports.map((report) => ({
        content: contentOf(report),
        description: untrustedLine(describe(report), MAX_DESCRIPTION_LENGTH),
      }));
    },

    async enter(text, place) {
      const [, reportId = null] = /(?<!\S)#(\S+)$/.exec(text) ?? [];
      const [inUse, reportOfId, tab] = await Promise.all([
        connection.read(),
        reportId && findReport(reportId),
        activeTab(),
      ]);
      // A typed text may end like a suggestion.
      const isSuggestion = reportOfId && contentOf(reportOfId) === text;
      const report = isSuggestion ? reportOfId : null;
      const search = text.trim().slice(0, MAX_SEARCH_LENGTH);
      const connectionId = inUse?.id ?? null;
      await openPopupWith(
        report
          ? { connectionId, kind: 'report', report, isPrivate: tab.isPrivate }
          : { connectionId, kind: 'search', search },
        // Chromium's private windows cannot show extension pages in their tabs.
        tab.isPrivate ? 'newForegroundTab' : place,
        tab.id,
      );
    },
  };
}

/** The id distinguishes the reports of one page. */
function contentOf({ url, id }: Report): string {
  return `${untrustedLine(shownAddress(url ?? ''))} #${id}`.trim();
}
