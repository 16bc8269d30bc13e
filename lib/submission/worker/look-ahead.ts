import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report, ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { highestId } from '@/lib/submission/submission-match';
import { NEWEST_QUERY, pageQuery } from './list-queries';

/** What the service has shown before a first request: the ids of reports, and why these are not all. */
export interface Look {
  ids: string[];
  failure: Failure | null;
}

/** Shows which reports of a page are there. Never rejects. */
export type LookAhead = (url: string) => Promise<Look>;

interface LookAheadTools {
  readList(query: ReportQuery): Promise<Outcome<ReportList>>;
  /** Finds out which reports are known to be private windows' own. Never rejects. */
  recognizePrivate(reports: readonly Report[]): Promise<void>;
}

/**
 * Makes the look at a service before it is asked for a report. It is as wide as the search for that
 * report would be, and nothing older stands for it: others report the same pages.
 */
export function createLookAhead(tools: LookAheadTools): LookAhead {
  const { readList, recognizePrivate } = tools;
  return async (url) => {
    const look: Look = { ids: [], failure: null };
    for (const query of [NEWEST_QUERY, pageQuery(url)]) {
      const listed = await readList(query);
      if (hasFailed(listed)) return { ...look, failure: listed.failure };
      const { reports } = listed.value;
      await recognizePrivate(reports);
      look.ids.push(...reports.map(({ id }) => id));
      // The highest of ids that are numbers stands for all reports.
      if (look.ids.length === 0 || highestId(look.ids) !== null) return look;
    }
    return look;
  };
}
