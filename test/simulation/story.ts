import { expect } from 'vitest';
import type { JobAction } from '@/lib/jobs/job';
import type { Privacy } from '@/lib/report/privacy';
import { type Fate, type Fates, type Manner, PLAIN, type Step } from './history';
import { type Ending, play } from './play';
import type { Sent } from './worker';
import type { Options, World } from './world';

/** One history, told step by step. What becomes of a request is said after what asks for it. */
export interface Story {
  create(url?: number, fields?: Partial<Step & { do: 'create' }>): Story;
  change(fields: { which?: number; privacy?: Privacy; results?: 1 }): Story;
  remove(): Story;
  cancel(isInTwoWindows?: boolean): Story;
  /** Reports of so many pages, with a password where one is given. */
  batch(size: number, password?: string): Story;
  steer(action: JobAction): Story;
  /** Many of the service's reports are changed at once: their privacy, or their results. */
  changeMany(count: number, fields?: { from?: number; privacy?: Privacy }): Story;
  /** Many of the service's reports are deleted at once. */
  removeMany(count: number, from?: number): Story;
  /** Something is done with the last of these batches. */
  steerMany(action: JobAction, which?: number): Story;
  /** The next request that the last one of these leads to is about a page that cannot be fetched. */
  cannotFetch(): Story;
  /** What becomes of the next request that the last one of these leads to. */
  meets(fate: Fate): Story;
  /** The line breaks before the answer, and before or after the work. */
  loseAnswer(isDone?: boolean): Story;
  /** What becomes of the next lists. */
  lists(...fates: Fate[]): Story;
  wait(seconds: number): Story;
  /** Anything else. */
  step(...steps: Step[]): Story;
  /** Looks at the world at this moment. */
  look(at: (world: World) => unknown): Story;
  /** Goes to the end, at which every promise has been kept. */
  run(): Promise<Ending>;
}

const KINDS = { create: 'posts', change: 'puts', delete: 'deletes' } as const;

/** Begins a history in which nothing goes wrong but what is said. */
export function history(manner: Partial<Manner> = {}, options: Options = {}): Story {
  const fates: Fates = { posts: [], puts: [], deletes: [], lists: [] };
  const steps: Step[] = [];
  const looks: ((world: World) => unknown)[] = [];
  const asked = { create: 0, change: 0, delete: 0 };
  let last: keyof typeof KINDS = 'create';

  function ask(step: Step & { do: keyof typeof KINDS }): Story {
    last = step.do;
    asked[last] += 1;
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
      while (planned.length < asked[last] - 1) planned.push({ fate: 'answers', after: 0.2 });
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
      const told = { manner: { ...PLAIN, ...manner }, fates, steps, stopsIdle: true };
      const ending = await play(told, { looks, ...options });
      expect(ending.findings).toEqual([]);
      return ending;
    },
  };
  return story;
}

/** When requests of a kind went out, in milliseconds since the history's start. */
export function times({ browser }: World, verb: Sent['verb']): number[] {
  return browser.sent.filter((sent) => sent.verb === verb).map(({ at }) => at);
}

/** The reports that were made for this person. */
export function ownReports({ service }: World) {
  return service.rows.filter(({ draft }) => draft !== undefined);
}

/** An answer that takes a minute. */
export const SLOW = { fate: 'answers', after: 60 } as const;
