import { expect } from 'vitest';
import type { JobAction } from '@/lib/jobs/job';
import type { Privacy } from '@/lib/report/privacy';
import { type Fate, type Fates, type ServiceTraits, type Step, USUAL_TRAITS } from './history';
import { type Ending, play } from './play';
import type { Sent } from './worker';
import type { Options, World } from './world';

/** Builds a history step by step. The outcome of a request follows the step that causes the request. */
export interface Story {
  create(url?: number, fields?: Partial<Step & { do: 'create' }>): Story;
  change(fields: { which?: number; privacy?: Privacy; results?: 1 }): Story;
  remove(): Story;
  cancel(isInTwoWindows?: boolean): Story;
  /** Creates reports of the given number of pages, with a password if given. */
  batch(size: number, password?: string): Story;
  steer(action: JobAction): Story;
  changeMany(count: number, fields?: { from?: number; privacy?: Privacy }): Story;
  removeMany(count: number, from?: number): Story;
  /** Performs an action on the last batch of updates or deletions. */
  steerMany(action: JobAction, which?: number): Story;
  /** The next request of the last step meets a page that cannot be fetched. */
  cannotFetch(): Story;
  /** Sets the outcome of the next request of the last step. */
  meets(fate: Fate): Story;
  /** The connection breaks before the answer. `isDone`: after the service's work. */
  loseAnswer(isDone?: boolean): Story;
  /** Sets the outcomes of the next lists. */
  lists(...fates: Fate[]): Story;
  wait(seconds: number): Story;
  /** Adds any other steps. */
  step(...steps: Step[]): Story;
  /** Runs a check at this moment. */
  look(at: (world: World) => unknown): Story;
  /** Plays the history to its end, and checks every promise. */
  run(): Promise<Ending>;
}

const KINDS = { create: 'posts', change: 'puts', delete: 'deletes' } as const;

/** Begins a history whose requests all succeed unless planned otherwise. */
export function history(traits: Partial<ServiceTraits> = {}, options: Options = {}): Story {
  const fates: Fates = { posts: [], puts: [], deletes: [], lists: [] };
  const steps: Step[] = [];
  const looks: ((world: World) => unknown)[] = [];
  const requested = { create: 0, change: 0, delete: 0 };
  let last: keyof typeof KINDS = 'create';

  function ask(step: Step & { do: keyof typeof KINDS }): Story {
    last = step.do;
    requested[last] += 1;
    return story.step(step);
  }

  const window = { isPrivate: false, isPatient: true } as const;
  const story: Story = {
    create: (url = 0, fields = {}) =>
      ask({ do: 'create', url, privacy: 1, isConfirmed: true, ...window, ...fields }),
    change: (fields) => ask({ do: 'change', which: 0, ...fields, ...window }),
    remove: () => ask({ do: 'delete', which: 0, ...window }),
    cancel: (isInTwoWindows = false) => story.step({ do: 'cancel', which: 0, isInTwoWindows }),
    batch(size, password) {
      last = 'create';
      return story.step({ do: 'batch', size, ...(password && { password }) });
    },
    steer: (action) => story.step({ do: 'steer', action }),
    changeMany(count, fields = {}) {
      last = 'change';
      return story.step({ do: 'change many', from: 0, count, ...fields });
    },
    removeMany(count, from = 0) {
      last = 'delete';
      return story.step({ do: 'delete many', from, count });
    },
    steerMany: (action, which = 0) => story.step({ do: 'steer many', which, action }),
    meets(fate) {
      const planned = fates[KINDS[last]];
      while (planned.length < requested[last] - 1) planned.push({ fate: 'answers', after: 0.2 });
      planned.push(fate);
      return story;
    },
    cannotFetch: () => story.meets({ fate: 'cannot fetch', after: 0.2, work: null }),
    loseAnswer: (isDone = true) =>
      story.meets({ fate: 'breaks off', after: 1, work: isDone ? 0.1 : null }),
    lists(...planned) {
      fates.lists.push(...planned);
      return story;
    },
    wait: (seconds) => story.step({ do: 'wait', seconds }),
    step(...more) {
      steps.push(...more);
      return story;
    },
    look(at) {
      looks.push(at);
      return story.step({ do: 'look', index: looks.length - 1 });
    },
    async run() {
      const built = { traits: { ...USUAL_TRAITS, ...traits }, fates, steps, stopsIdle: true };
      const ending = await play(built, { looks, ...options });
      expect(ending.findings).toEqual([]);
      return ending;
    },
  };
  return story;
}

/** Returns the times of requests of a kind, in milliseconds since the start. */
export function times({ browser }: World, verb: Sent['verb']): number[] {
  return browser.sent.filter((sent) => sent.verb === verb).map(({ at }) => at);
}

export function ownReports({ service }: World) {
  return service.rows.filter(({ draft }) => draft !== undefined);
}

/** An answer after one minute. */
export const SLOW = { fate: 'answers', after: 60 } as const;
