import { type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import type { HostReports } from '@/lib/archive/host-reports';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { hasFailed } from '@/lib/outcome';
import { NEWEST_QUERY } from '@/lib/report/report-query';

/** How far pages are compared with the reports on the service. */
export interface Compared {
  /** With so many reports. */
  reports: number;
  /** Of so many hosts the service shows no report: there is none, or projects are not named by hosts. */
  unknown: number;
  /**
   * Why nothing more is asked for; null while it goes on. `incomplete`: there may be more than is read.
   * `busy`: other requests go first.
   */
  end: 'complete' | 'incomplete' | 'skipped' | 'busy' | Failure | null;
}

/** Of some thirty that a service takes in a minute: the batch that follows is to begin at once. */
const MOST_REQUESTS = 20;
const MOST_ROWS = 2_000;

/**
 * Asks the service for the reports of hosts, one request after the other; with nothing to compare yet.
 * @param onPages called with the pages of each answer, while they are wanted
 */
export function createComparison(
  background: Pick<BackgroundApi, 'hostReports'>,
  onPages: (pages: HostReports['pages']) => void,
) {
  const compared = signal<Compared | null>(null);
  /** Another one for each comparison, and once it has ended. */
  let wanted = {};

  function end(how: Compared['end']): void {
    wanted = {};
    if (compared.value?.end === null) compared.value = { ...compared.value, end: how };
  }

  return {
    /** Null where nothing is compared. */
    compared: compared as ReadonlySignal<Compared | null>,
    /**
     * Compares anew, instead of what goes on.
     * @param projects the hosts that are known to be names of projects
     */
    async start(hosts: Iterable<string>, projects: ReadonlySet<string>): Promise<void> {
      const mine = {};
      wanted = mine;
      let now: Compared = { reports: 0, unknown: 0, end: null };
      compared.value = now;
      let requests = 0;
      let rows = 0;
      for (const host of hosts) {
        let page: number | null = 1;
        while (page !== null) {
          const isEnough = requests === MOST_REQUESTS || rows + NEWEST_QUERY.perPage > MOST_ROWS;
          if (isEnough) return end('incomplete');
          const asked: number = page;
          const outcome = await attempt(() => background.hostReports(host, asked));
          if (wanted !== mine) return;
          if (hasFailed(outcome)) return end(outcome.failure);
          if (outcome.value === null) return end('busy');
          const { pages, next } = outcome.value;
          requests += 1;
          rows += outcome.value.rows;
          const isUnknown = pages.length === 0 && asked === 1 && !projects.has(host);
          now = {
            ...now,
            reports: now.reports + pages.length,
            unknown: now.unknown + Number(isUnknown),
          };
          compared.value = now;
          onPages(pages);
          // Rows of other projects alone say that the filter is not understood.
          page = pages.length === 0 ? null : next;
        }
      }
      end('complete');
    },
    /** Leaves out the rest. */
    skip: (): void => end('skipped'),
    /** Ends it, and forgets what it has said. */
    clear(): void {
      wanted = {};
      compared.value = null;
    },
  };
}
