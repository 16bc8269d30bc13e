import { expect } from 'vitest';
import type { JobAction } from '@/lib/jobs/types';
import type { Privacy } from '@/lib/report/privacy';
import { type Ending, play } from './run-scenario';
import { type Fate, type Fates, type ServiceTraits, type Step, USUAL_TRAITS } from './scenario';
import type { Options, World } from './simulation';
import type { Sent } from './worker';

/** Builds a scenario step by step. `meets` and similar methods follow the step whose request they affect. */
export interface ScenarioBuilder {
  /** Requests a private report of `URLS[0]`. `fields` replace these defaults. */
  create(fields?: Partial<Step & { do: 'create' }>): ScenarioBuilder;
  change(fields: { which?: number; privacy?: Privacy; results?: 1 }): ScenarioBuilder;
  remove(): ScenarioBuilder;
  cancel(): ScenarioBuilder;
  cancelInTwoWindows(): ScenarioBuilder;
  /** Requests a batch that creates reports of `size` pages, with a password if given. */
  createBatch(size: number, password?: string): ScenarioBuilder;
  actOnCreations(action: JobAction): ScenarioBuilder;
  /** Requests a batch that updates `count` reports: their privacy if given, otherwise their results. */
  updateBatch(count: number, fields?: { from?: number; privacy?: Privacy }): ScenarioBuilder;
  /** Requests a batch that deletes `count` reports. `from`: index of the first, from the newest. */
  removeBatch(count: number, fields?: { from?: number }): ScenarioBuilder;
  /** Performs an action on a batch of updates or deletions. `which`: index from the last. */
  actOnEdits(action: JobAction, fields?: { which?: number }): ScenarioBuilder;
  /** The next request of the last step meets a page that cannot be fetched. */
  cannotFetch(): ScenarioBuilder;
  /** Sets the outcome of the next request of the last step. */
  meets(fate: Fate): ScenarioBuilder;
  /** The connection breaks after the service has done the work, and before the answer. */
  loseAnswer(): ScenarioBuilder;
  /** The connection breaks, and the service never does the work. */
  loseRequest(): ScenarioBuilder;
  lists(...fates: Fate[]): ScenarioBuilder;
  wait(seconds: number): ScenarioBuilder;
  step(...steps: Step[]): ScenarioBuilder;
  /** Calls a function between the steps before and after. */
  check(run: (world: World) => unknown): ScenarioBuilder;
  /** Plays the scenario to its end, and checks every guarantee. */
  run(): Promise<Ending>;
}

const KINDS = { create: 'posts', change: 'puts', delete: 'deletes' } as const;

export function scenario(
  traits: Partial<ServiceTraits> = {},
  options: Options = {},
): ScenarioBuilder {
  const fates: Fates = { posts: [], puts: [], deletes: [], lists: [] };
  const steps: Step[] = [];
  const checks: ((world: World) => unknown)[] = [];
  const requested = { create: 0, change: 0, delete: 0 };
  /** The kind of the operations that were requested last. `meets` sets their fates. */
  let last: keyof typeof KINDS = 'create';

  function requestOne(step: Step & { do: keyof typeof KINDS }): ScenarioBuilder {
    last = step.do;
    requested[last] += 1;
    return builder.step(step);
  }

  const window = { isPrivate: false, isPatient: true } as const;
  const builder: ScenarioBuilder = {
    create: (fields = {}) =>
      requestOne({ do: 'create', url: 0, privacy: 1, isConfirmed: true, ...window, ...fields }),
    change: (fields) => requestOne({ do: 'change', which: 0, ...fields, ...window }),
    remove: () => requestOne({ do: 'delete', which: 0, ...window }),
    cancel: () => builder.step({ do: 'cancel', which: 0, isInTwoWindows: false }),
    cancelInTwoWindows: () => builder.step({ do: 'cancel', which: 0, isInTwoWindows: true }),
    createBatch(size, password) {
      last = 'create';
      return builder.step({ do: 'batch of creations', size, ...(password && { password }) });
    },
    actOnCreations: (action) => builder.step({ do: 'act on creations', action }),
    updateBatch(count, fields = {}) {
      last = 'change';
      return builder.step({ do: 'batch of updates', from: 0, count, ...fields });
    },
    removeBatch(count, fields = {}) {
      last = 'delete';
      return builder.step({ do: 'batch of deletions', from: 0, count, ...fields });
    },
    actOnEdits: (action, fields = {}) =>
      builder.step({ do: 'act on edits', which: 0, action, ...fields }),
    meets(fate) {
      const planned = fates[KINDS[last]];
      while (planned.length < requested[last] - 1) planned.push({ fate: 'answers', after: 0.2 });
      planned.push(fate);
      return builder;
    },
    cannotFetch: () => builder.meets({ fate: 'cannot fetch', after: 0.2, work: null }),
    loseAnswer: () => builder.meets({ fate: 'breaks off', after: 1, work: 0.1 }),
    loseRequest: () => builder.meets({ fate: 'breaks off', after: 1, work: null }),
    lists(...planned) {
      fates.lists.push(...planned);
      return builder;
    },
    wait: (seconds) => builder.step({ do: 'wait', seconds }),
    step(...more) {
      steps.push(...more);
      return builder;
    },
    check(run) {
      checks.push(run);
      return builder.step({ do: 'check', index: checks.length - 1 });
    },
    async run() {
      const built = { traits: { ...USUAL_TRAITS, ...traits }, fates, steps, stopsIdle: true };
      const ending = await play(built, { checks, ...options });
      expect(ending.findings).toEqual([]);
      return ending;
    },
  };
  return builder;
}

/** Returns the times of requests of a kind, in milliseconds since the start. */
export function times({ browser }: World, verb: Sent['verb']): number[] {
  return browser.sent.filter((sent) => sent.verb === verb).map(({ at }) => at);
}

export function ownReports({ service }: World) {
  return service.rows.filter(({ draft }) => draft !== undefined);
}

/**
 * Seconds after which the list that was read at the start determines no baseline. The next creation
 * reads a list.
 */
export const UNTIL_LIST_EXPIRES = 70;

export const SLOW = { fate: 'answers', after: 60 } as const;
