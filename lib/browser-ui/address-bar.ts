import type { Suggestion } from '@/lib/browser/omnibox';
import type { TabPlace } from '@/lib/browser/tabs';
import { foreignLine } from '@/lib/report/foreign-line';
import type { Report } from '@/lib/report/report';
import { shownAddress } from '@/lib/url/shown-address';
import type { OpenPopupWith } from './popup-request';

/** With fewer characters nothing is searched for. */
const LEAST_CHARACTERS = 2;
/** Browsers show no more. */
const MOST_SUGGESTIONS = 6;
const LONGEST_SEARCH = 200;
const LONGEST_SHOWN = 200;

interface AddressBarTools {
  /** So many reports that are known here and whose addresses a text may mean, the newest first. */
  searchReports(text: string, most: number): Promise<readonly Report[]>;
  /** A report that is known here; null for none. */
  findReport(id: string): Promise<Report | null>;
  /** A report's rating and name, in words. */
  describe(report: Report): string;
  activeTab(): Promise<{ id: number | undefined; isPrivate: boolean }>;
  openPopupWith: OpenPopupWith;
}

/** Makes the search in the address bar. The browser may stop the worker between any two events. */
export function createAddressBar(tools: AddressBarTools) {
  const { searchReports, findReport, describe, activeTab, openPopupWith } = tools;
  return {
    /** The newest reports known here that go with a text. */
    async suggestionsFor(text: string): Promise<Suggestion[]> {
      const search = text.trim();
      if (search.length < LEAST_CHARACTERS) return [];
      const reports = await searchReports(search, MOST_SUGGESTIONS);
      return reports.map((report) => ({
        content: contentOf(report),
        description: foreignLine(describe(report), LONGEST_SHOWN),
      }));
    },

    /** Opens the report of a suggestion's content, or else the list as it is searched for the text. */
    async enter(text: string, place: TabPlace): Promise<void> {
      const [, reportId = null] = /(?<!\S)#(\S+)$/.exec(text) ?? [];
      const [found, { id, isPrivate }] = await Promise.all([
        reportId && findReport(reportId),
        activeTab(),
      ]);
      const report = found && contentOf(found) === text ? found : null;
      const search = text.trim().slice(0, LONGEST_SEARCH);
      await openPopupWith(
        report ? { kind: 'report', report, isPrivate } : { kind: 'search', search },
        // Browsers show no page of an extension in a private window.
        isPrivate ? 'newForegroundTab' : place,
        id,
      );
    },
  };
}

/** A report's address, and its id, since a page may have several reports. */
function contentOf({ url, id }: Report): string {
  return `${foreignLine(shownAddress(url ?? ''))} #${id}`.trim();
}
