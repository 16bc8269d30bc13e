import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report } from '@/lib/report/report';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { changesAtRateLimit, changesOfThisBrowser, creationsAndDeletions } from './arbitraries';
import { type OpenPage, openPage, showAllPages } from './open-page';
import { SCENARIOS, SEED, TIMEOUT } from './property-runs';
import { runScenario } from './run-scenario';
import type { Scenario, Step } from './scenario';
import { requestedLists, requestTimes, STOP_WORKER, scenario } from './scenario-builder';
import type { Simulation } from './simulation';

/** A tenth of the usual number of scenarios, because each scenario reads hundreds of reports. */
const RUNS = { numRuns: Math.ceil(SCENARIOS / 10), ...SEED };
const LIST_UNFINISHED = 'the list is never read to its end';

/** Opens a page and reads all reports. Adds violations for missed and repeated reports. */
async function readAllReports(simulation: Simulation): Promise<void> {
  const { service, violations, addViolation } = simulation;
  const existingIds = () => service.reportsMatching(NEWEST_QUERY).map(({ id }) => id);
  const idsBefore = existingIds();
  const page = await openPage(simulation);
  addViolation(LIST_UNFINISHED);
  void showAllPages(page, simulation).then(() => {
    violations.delete(LIST_UNFINISHED);
    const idsAfter = new Set(existingIds());
    const shownIds = page.ids();
    const hiddenIds = page.state.deleting.value;
    const missed = idsBefore.filter(
      (id) => idsAfter.has(id) && !shownIds.includes(id) && !hiddenIds.includes(id),
    );
    if (missed.length > 0) addViolation(`the page misses ${missed}`);
    if (new Set(shownIds).size < shownIds.length) addViolation('the page lists a report twice');
  });
}

/** Adds the first check before the steps, and the second check after the steps and a wait. */
function withChecks(scenario: Scenario, waitSeconds: number): Scenario {
  const steps: Step[] = [
    { do: 'check', index: 0 },
    ...scenario.steps,
    { do: 'go online' },
    { do: 'wait', seconds: waitSeconds },
    { do: 'check', index: 1 },
  ];
  return { ...scenario, steps };
}

it(
  'an extension page misses and repeats no report while others are created and deleted',
  TIMEOUT,
  async () => {
    const property = fc.asyncProperty(creationsAndDeletions, async (scenario) => {
      const steps: Step[] = [{ do: 'check', index: 0 }, ...scenario.steps];
      const options = { checks: [readAllReports] };
      const { violations } = await runScenario({ ...scenario, steps }, options);
      expect(violations).toEqual([]);
    });
    await fc.assert(property, RUNS);
  },
);

it(
  'the worker reads all reports to the end after any other requests and backoffs',
  TIMEOUT,
  async () => {
    const property = fc.asyncProperty(changesAtRateLimit, async (scenario) => {
      let page: OpenPage | undefined;
      let all: ReturnType<OpenPage['readAll']> | undefined;
      const open = async (simulation: Simulation) => {
        page = await openPage(simulation);
        all = page.readAll();
      };
      const check = (simulation: Simulation) => {
        // A page that is not idle waits for the person, for example for a new API key.
        if (page === undefined || all === undefined || !page.state.isIdle.value) return;
        const isUnread = all.awaitsRows() || page.list.failure.value !== null;
        if (isUnread) simulation.addViolation(LIST_UNFINISHED);
        checkShownReports(page, simulation, all.rows);
      };
      const options = { checks: [open, check] };
      const { violations } = await runScenario(withChecks(scenario, 10_000), options);
      expect(violations).toEqual([]);
    });
    await fc.assert(property, RUNS);
  },
);

/** Adds a violation if the shown reports differ from the service's newest reports. */
function checkShownReports(
  { list, state, ...page }: OpenPage,
  simulation: Simulation,
  rows: () => readonly Report[] = page.rows,
): void {
  const { service } = simulation;
  const shownIds = rows().map(({ id }) => id);
  const privateUrls = state.queue.value.singles.flatMap(({ isPrivate, first: { subject } }) =>
    isPrivate && subject.kind === 'create' ? subject.url : [],
  );
  const hiddenIds = service.rows.flatMap(({ report: { id }, draft }) => {
    // The page hides reports that wait for their deletion.
    const isDeleting = state.deleting.value.includes(id);
    // Lookups of a private job publish no list, so the page may not show its report.
    const isPrivate = draft !== undefined && privateUrls.includes(draft.url);
    return isDeleting || (isPrivate && !shownIds.includes(id)) ? id : [];
  });
  const expected = service
    .reportsMatching(list.query.value)
    .filter(({ id }) => !hiddenIds.includes(id));
  // The order of two new reports is known only after another list, so the shown rows are sorted.
  const expectedIds = expected.map(({ id }) => id).filter((id) => shownIds.includes(id));
  const shown = rows().toSorted(
    (one, other) => expectedIds.indexOf(one.id) - expectedIds.indexOf(other.id),
  );
  if (!isDeepStrictEqual(shown, expected.slice(0, shown.length))) {
    simulation.addViolation('an open page does not show the newest reports of the service');
  }
}

describe('an open extension page', () => {
  it.each([10, 100] as const)(
    'shows the newest %i reports of the service after any jobs of this browser',
    TIMEOUT,
    async (perPage) => {
      const property = fc.asyncProperty(changesOfThisBrowser, async (scenario) => {
        let page: OpenPage | undefined;
        const open = async (simulation: Simulation) => {
          page = await openPage(simulation, { ...NEWEST_QUERY, perPage });
        };
        const check = (simulation: Simulation) => {
          if (page !== undefined) checkShownReports(page, simulation);
        };
        const options = { checks: [open, check] };
        const { violations } = await runScenario(withChecks(scenario, 5000), options);
        expect(violations).toEqual([]);
      });
      await fc.assert(property, RUNS);
    },
  );

  it('removes deleted rows even if its list request has started the worker', async () => {
    let page: OpenPage | undefined;
    await scenario({ reportsAtStart: 'many' })
      .create()
      .wait(20)
      .step(STOP_WORKER)
      .check(async (simulation) => {
        page = await openPage(simulation, { ...NEWEST_QUERY, search: 'other.example' });
      })
      .wait(1)
      .check(() => expect(page?.rows()).toHaveLength(100))
      .removeBatch(3, { from: 20 })
      .wait(10)
      .check(() => expect(page?.rows()).toHaveLength(97))
      .run();
  });

  it('counts deletions of reports that it does not show', async () => {
    let page: OpenPage | undefined;
    await scenario({ reportsAtStart: 'many' })
      .check(async (simulation) => {
        page = await openPage(simulation, RECENT_REPORTS_QUERY);
      })
      .wait(1)
      .check(() => expect(page?.list.shown.value?.total).toBe(121))
      .removeBatch(30)
      .wait(20)
      .check(() => expect(page?.list.shown.value?.total).toBe(121 - 30))
      .run();
  });

  it('counts a report once if the report is created while further pages are read', async () => {
    let page: OpenPage | undefined;
    await scenario({ reportsAtStart: 'hundreds' })
      .check(async (simulation) => {
        page = await openPage(simulation, { ...NEWEST_QUERY, search: 'example' });
      })
      .createBatch(40)
      .check((simulation) => {
        if (page) void showAllPages(page, simulation);
      })
      .wait(20)
      .check(({ service }) =>
        expect(page?.list.shown.value?.total).toBe(service.reportsMatching(NEWEST_QUERY).length),
      )
      .run();
  });

  it('misses no report of further pages after a deletion with an unreadable answer', async () => {
    let page: OpenPage | undefined;
    await scenario({ reportsAtStart: 'hundreds' })
      .check(async (simulation) => {
        page = await openPage(simulation);
      })
      .wait(1)
      .removeBatch(1, { from: 50 })
      .planOutcome({ kind: 'answers with HTML', answerAfter: 0.2, executedAfter: 0.1 })
      .wait(10)
      .check(() => page?.list.showMore())
      .wait(1)
      .check(({ service }) => {
        const remaining = service.reportsMatching(NEWEST_QUERY).map(({ id }) => id);
        expect(page?.ids()).toEqual(expect.arrayContaining(remaining.slice(0, 200)));
      })
      .run();
  });

  it('stops reading further pages during a batch, and continues afterwards despite a 429', async () => {
    let rows: () => readonly Report[] = () => [];
    const { simulation } = await scenario({ throttle: 21, reportsAtStart: 'hundreds' })
      .createBatch(25)
      .check(async (simulation) => {
        rows = (await openPage(simulation)).readAll().rows;
      })
      .wait(30)
      .check(() => expect(rows().length).toBeLessThan(130))
      .wait(600)
      .check(() => expect(rows()).toHaveLength(501 + 25))
      .run();
    const furtherLists = requestedLists(simulation).filter(({ page }) => page > 1);
    expect(furtherLists[0]?.at).toBeGreaterThan(requestTimes(simulation, 'create').at(-1) ?? 0);
    const { rateLimitedAt } = simulation.service;
    expect(furtherLists.filter(({ at }) => rateLimitedAt.includes(at))).not.toEqual([]);
  });
});
