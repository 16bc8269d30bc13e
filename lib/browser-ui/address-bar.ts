import type { Suggestion } from '@/lib/browser/omnibox';
import type { TabPlace } from '@/lib/browser/tabs';
import type { Report } from '@/lib/report/report';
import { untrustedLine } from '@/lib/report/untrusted-line';
import { shownAddress } from '@/lib/url/shown-address';
import type { OpenPopupWith } from './popup-request';

/** A shorter text gets no suggestions. */
const MIN_SEARCH_LENGTH = 2;

/** Limit for the suggestions. Browsers show no more. */
const MAX_SUGGESTIONS = 6;

/** Limits in characters for a search and for the words of a suggestion. */
const MAX_SEARCH_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 200;

interface AddressBarTools {
  /** Returns at most `most` reports of the history whose addresses match a text, newest first. */
  searchReports(text: string, most: number): Promise<readonly Report[]>;
  findReport(id: string): Promise<Report | null>;
  /** Returns rating and name of a report in words. */
  describe(report: Report): string;
  activeTab(): Promise<{ id: number | undefined; isPrivate: boolean }>;
  openPopupWith: OpenPopupWith;
}

/** Creates the search in the address bar, without state: the worker may stop between two events. */
export function createAddressBar(tools: AddressBarTools) {
  const { searchReports, findReport, describe, activeTab, openPopupWith } = tools;
  return {
    /** Returns the newest reports of the history that match a text. */
    async suggestionsFor(text: string): Promise<Suggestion[]> {
      const search = text.trim();
      if (search.length < MIN_SEARCH_LENGTH) return [];
      const reports = await searchReports(search, MAX_SUGGESTIONS);
      return reports.map((report) => ({
        content: contentOf(report),
        description: untrustedLine(describe(report), MAX_DESCRIPTION_LENGTH),
      }));
    },

    /** Opens the report of a suggestion. Any other text opens the list with this search. */
    async enter(text: string, place: TabPlace): Promise<void> {
      const [, reportId = null] = /(?<!\S)#(\S+)$/.exec(text) ?? [];
      const [found, tab] = await Promise.all([reportId && findReport(reportId), activeTab()]);
      // Browsers pass only the text, and a person may type a text that ends like a suggestion. So
      // the text must be the whole suggestion of the report.
      const report = found && contentOf(found) === text ? found : null;
      const search = text.trim().slice(0, MAX_SEARCH_LENGTH);
      await openPopupWith(
        report ? { kind: 'report', report, isPrivate: tab.isPrivate } : { kind: 'search', search },
        // Private windows of Chromium cannot show extension pages, so their current tab stays.
        tab.isPrivate ? 'newForegroundTab' : place,
        tab.id,
      );
    },
  };
}

/**
 * Returns the text of a suggestion: the address, and the id, which tells reports of a page apart.
 */
function contentOf({ url, id }: Report): string {
  return `${untrustedLine(shownAddress(url ?? ''))} #${id}`.trim();
}
