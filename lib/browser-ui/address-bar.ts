import type { Suggestion } from '@/lib/browser/omnibox';
import type { TabPlace } from '@/lib/browser/tabs';
import type { Report } from '@/lib/report/report';
import { untrustedLine } from '@/lib/report/untrusted-line';
import { shownAddress } from '@/lib/url/shown-address';
import type { OpenPopupWith } from './popup-request';

/** Minimum length of a text that gets suggestions. */
const MIN_SEARCH_LENGTH = 2;

/** Limit for the suggestions, because browsers show no more. */
const MAX_SUGGESTIONS = 6;

/** Limit in characters for a search text. */
const MAX_SEARCH_LENGTH = 200;
/** Limit in characters for the description of a suggestion. */
const MAX_DESCRIPTION_LENGTH = 200;

interface AddressBarTools {
  /** Returns the newest reports of the history whose addresses match a text, at most `limit`. */
  searchReports(text: string, limit: number): Promise<readonly Report[]>;
  findReport(id: string): Promise<Report | null>;
  /** Returns the description of a report: its rating and its address. */
  describe(report: Report): string;
  activeTab(): Promise<{ id: number | undefined; isPrivate: boolean }>;
  openPopupWith: OpenPopupWith;
}

/** The search for reports in the browser's address bar. */
export interface AddressBar {
  /** Returns the newest reports of the history that match a text. */
  suggestionsFor(text: string): Promise<Suggestion[]>;
  /** Opens the report of a suggestion. For any other text, opens the list with a search. */
  enter(text: string, place: TabPlace): Promise<void>;
}

/** Creates the search without state, because the worker may stop between two events. */
export function createAddressBar(tools: AddressBarTools): AddressBar {
  const { searchReports, findReport, describe, activeTab, openPopupWith } = tools;
  return {
    async suggestionsFor(text) {
      const search = text.trim();
      if (search.length < MIN_SEARCH_LENGTH) return [];
      const reports = await searchReports(search, MAX_SUGGESTIONS);
      return reports.map((report) => ({
        content: contentOf(report),
        description: untrustedLine(describe(report), MAX_DESCRIPTION_LENGTH),
      }));
    },

    async enter(text, place) {
      const [, reportId = null] = /(?<!\S)#(\S+)$/.exec(text) ?? [];
      const [found, tab] = await Promise.all([reportId && findReport(reportId), activeTab()]);
      // A person may type a text that only ends like a suggestion. The browser does not say whether
      // the text was chosen or typed, so the whole text must be equal to the suggestion.
      const report = found && contentOf(found) === text ? found : null;
      const search = text.trim().slice(0, MAX_SEARCH_LENGTH);
      await openPopupWith(
        report ? { kind: 'report', report, isPrivate: tab.isPrivate } : { kind: 'search', search },
        // Chromium's private windows cannot show extension pages in their tabs.
        tab.isPrivate ? 'newForegroundTab' : place,
        tab.id,
      );
    },
  };
}

/** Returns the content of a suggestion. The id distinguishes the reports of one page. */
function contentOf({ url, id }: Report): string {
  return `${untrustedLine(shownAddress(url ?? ''))} #${id}`.trim();
}
