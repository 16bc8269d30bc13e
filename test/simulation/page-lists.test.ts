import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadingOn } from '@/components/reports/reading-on-state';
import type { Report } from '@/lib/report/report';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { changesAtRateLimit, creationsAndDeletions, ownChanges } from './arbitraries';
import { type OpenPage, openPage, readToTheEnd } from './open-page';
import { SCENARIOS, SEED, TIMEOUT } from './property-runs';
import { play } from './run-scenario';
import type { Scenario } from './scenario';
import { scenario, times } from './scenario-builder';
import type { World } from './simulation';
import type { RequestedPage, Sent } from './worker';

/** A tenth of the usual number of scenarios, because each scenario reads hundreds of reports. */
const RUNS = { numRuns: Math.ceil(SCENARIOS / 10), ...SEED };
const UNREAD = 'the list is never read to its end';

/** Reads all reports from the first to the last, and notes missed and repeated ones. */
async function read(world: World): Promise<void> {
  const { service, notes, note } = world;
  const ids = () => service.listed(NEWEST_QUERY).map(({ id }) => id);
  const before = ids();
  const page = await openPage(world);
  note(UNREAD);
  void readToTheEnd(page, world).then(() => {
    notes.delete(UNREAD);
    const remaining = new Set(ids());
    const shown = page.ids();
    const hidden = [...shown, ...page.state.deleting.value];
    const missed = before.filter((id) => remaining.has(id) && !hidden.includes(id));
    if (missed.length > 0) note(`the page misses ${missed}`);
    if (new Set(shown).size < shown.length) note('the page lists a report twice');
  });
}

it(
  'an extension page misses and repeats no report while others are created and deleted',
  TIMEOUT,
  async () => {
    const property = fc.asyncProperty(creationsAndDeletions, async (scenario: Scenario) => {
      const steps: Scenario['steps'] = [{ do: 'check', index: 0 }, ...scenario.steps];
      const { findings } = await play({ ...scenario, steps }, { checks: [read] });
      expect(findings).toEqual([]);
    });
    await fc.assert(property, RUNS);
  },
);

it(
  'an extension page reads its list to the end after any other requests and backoffs',
  TIMEOUT,
  async () => {
    const property = fc.asyncProperty(changesAtRateLimit, async (scenario: Scenario) => {
      let page: OpenPage | undefined;
      let readingOn: ReadingOn | undefined;
      const open = async (world: World) => {
        page = await openPage(world);
        readingOn = page.readOn();
      };
      const compare = (world: World) => {
        // A page that is not idle waits for the person, for example for a new API key.
        if (page === undefined || !page.state.isIdle.value) return;
        if (readingOn?.isOn.value || page.list.failure.value) world.note(UNREAD);
        for (const one of differences(page, world)) world.note(one);
      };
      const [first, last] = [0, 1].map((index) => ({ do: 'check' as const, index }));
      const wait = { do: 'wait' as const, seconds: 10_000 };
      const online = { do: 'go online' as const };
      const steps = [first, ...scenario.steps, online, wait, last].flatMap((step) => step ?? []);
      expect((await play({ ...scenario, steps }, { checks: [open, compare] })).findings).toEqual(
        [],
      );
    });
    await fc.assert(property, RUNS);
  },
);

/** Returns the differences between the shown list and the service. */
function differences({ list, rows, state }: OpenPage, { service }: World): string[] {
  const { deleting, queue } = state;
  // Lookups of a private job publish no list, so the page may not show its report.
  const unconfirmed = queue.value.singles.flatMap(({ isPrivate, first: { subject } }) =>
    isPrivate && subject.kind === 'create' ? subject.url : [],
  );
  const isShown = (id: string) => rows().some((row) => row.id === id);
  // The page hides reports that wait for their deletion.
  const hidden = service.rows.flatMap(({ report: { id }, draft }) => {
    const isUnconfirmed = draft !== undefined && unconfirmed.includes(draft.url) && !isShown(id);
    return isUnconfirmed || deleting.value.includes(id) ? id : [];
  });
  const all = service.listed(list.query.value).filter(({ id }) => !hidden.includes(id));
  // The order of two new reports is known only after another list.
  const inOrder = all.filter(({ id }) => isShown(id));
  const byId = ({ id }: Report) => inOrder.findIndex((row) => row.id === id);
  const shown = rows().toSorted((one, other) => byId(one) - byId(other));
  const hasAll = isDeepStrictEqual(shown, all.slice(0, shown.length));
  return hasAll ? [] : ['an open page does not show the newest reports of the service'];
}

describe('an open extension page', () => {
  it.each([10, 100] as const)(
    'shows the newest %i reports of the service after any jobs of this browser',
    TIMEOUT,
    async (perPage) => {
      const property = fc.asyncProperty(ownChanges, async (scenario: Scenario) => {
        let page: OpenPage | undefined;
        const open = async (world: World) => {
          page = await openPage(world, { ...NEWEST_QUERY, perPage });
        };
        const compare = (world: World) => {
          for (const one of page ? differences(page, world) : []) world.note(one);
        };
        const checks = [open, compare];
        const [first, last] = [0, 1].map((index) => ({ do: 'check' as const, index }));
        const wait = { do: 'wait' as const, seconds: 5000 };
        const steps = [first, ...scenario.steps, wait, last].flatMap((step) => step ?? []);
        expect((await play({ ...scenario, steps }, { checks })).findings).toEqual([]);
      });
      await fc.assert(property, RUNS);
    },
  );

  const OTHERS = { ...NEWEST_QUERY, search: 'other.example' };

  it('removes deleted rows even if its list request has started the worker', async () => {
    let page: OpenPage | undefined;
    await scenario({ reportsAtStart: 'many' })
      .create()
      .wait(20)
      .step({ do: 'stop the worker', afterStorageCalls: 0 })
      .check(async (world) => {
        page = await openPage(world, OTHERS);
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
      .check(async (world) => {
        page = await openPage(world, RECENT_REPORTS_QUERY);
      })
      .wait(1)
      .check(() => expect(page?.list.shown.value?.total).toBe(121))
      .removeBatch(30)
      .wait(20)
      .check(() => expect(page?.list.shown.value?.total).toBe(91))
      .run();
  });

  it('counts a report once if the report is created while further pages are read', async () => {
    let page: OpenPage | undefined;
    await scenario({ reportsAtStart: 'hundreds' })
      .check(async (world) => {
        page = await openPage(world, { ...NEWEST_QUERY, search: 'example' });
      })
      .createBatch(40)
      .check((world) => {
        if (page) void readToTheEnd(page, world);
      })
      .wait(20)
      .check(({ service }) =>
        expect(page?.list.shown.value?.total).toBe(service.listed(NEWEST_QUERY).length),
      )
      .run();
  });

  it('misses no report of further pages after a deletion with an unreadable answer', async () => {
    let page: OpenPage | undefined;
    await scenario({ reportsAtStart: 'hundreds' })
      .check(async (world) => {
        page = await openPage(world);
      })
      .wait(1)
      .removeBatch(1, { from: 50 })
      .meets({ fate: 'answers with HTML', after: 0.2, work: 0.1 })
      .wait(10)
      .check(() => page?.list.showMore())
      .wait(1)
      .check(({ service }) => {
        const remaining = service.listed(NEWEST_QUERY).map(({ id }) => id);
        expect(page?.ids()).toEqual(expect.arrayContaining(remaining.slice(0, 200)));
      })
      .run();
  });

  it('stops reading further pages during a batch, and continues afterwards despite a 429', async () => {
    let page: OpenPage | undefined;
    const isFurther = ({ what }: Sent) => (what as Partial<RequestedPage> | undefined)?.page !== 1;
    const { world } = await scenario({ throttle: 21, reportsAtStart: 'hundreds' })
      .createBatch(25)
      .check(async (world) => {
        page = await openPage(world);
        page.readOn();
      })
      .wait(30)
      .check(() => expect(page?.rows()).toHaveLength(100))
      .wait(600)
      .check(() => expect(page?.rows()).toHaveLength(526))
      .run();
    const lists = world.browser.sent.filter(({ verb }) => verb === 'list').filter(isFurther);
    const [first] = lists;
    expect(first?.at).toBeGreaterThan(times(world, 'create').at(-1) ?? 0);
    const { rateLimitedAt } = world.service;
    expect(lists.filter(({ at }) => rateLimitedAt.includes(at))).not.toEqual([]);
  });
});
