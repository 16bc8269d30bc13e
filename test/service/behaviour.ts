import type { Failure } from './failure';
import type { RecordedRequest } from './recorded-request';
import type { Shape } from './shape';

/** Whether an analysis is done before the answer, or when `finishAnalyses` is called. */
export type AnalysisTime = 'wait' | 'later';

/** What the service does with some of the requests that come in. Parts left out are as usual. */
export interface Behaviour {
  /**
   * Which requests; all of them when absent. `path` is below the base URL and without query: a string is the
   * whole path, an expression may match anywhere in it.
   */
  readonly on?: { readonly method?: string; readonly path?: RegExp | string };
  /** To how many requests it applies before it is used up; without end when absent. */
  readonly times?: number;
  /** Time before anything else happens; at most ten minutes. A client that leaves meanwhile gets no work done. */
  readonly delayMs?: number;
  readonly fail?: Failure;
  readonly shape?: Partial<Shape>;
  readonly analysis?: AnalysisTime;
}

/** The behaviours in force. */
export interface BehaviourPlan {
  /** Replaces all behaviours; each starts unused. */
  set(behaviours: readonly Behaviour[]): void;
  /** The first behaviour that fits the request and is not used up, and counts it as used once more. */
  take(request: RecordedRequest): Behaviour | undefined;
}

/** A plan without behaviours. */
export function createBehaviourPlan(): BehaviourPlan {
  let entries: { readonly behaviour: Behaviour; left: number }[] = [];
  return {
    set(behaviours) {
      entries = behaviours.map((behaviour) => ({ behaviour, left: behaviour.times ?? Infinity }));
    },
    take(request) {
      const entry = entries.find(({ behaviour, left }) => left > 0 && fits(behaviour, request));
      if (!entry) return undefined;
      entry.left -= 1;
      return entry.behaviour;
    },
  };
}

function fits({ on }: Behaviour, request: RecordedRequest): boolean {
  if (on?.method !== undefined && on.method !== request.method) return false;
  if (on?.path === undefined) return true;
  // Unlike `test`, `search` pays no heed to where a global expression stopped the last time.
  return typeof on.path === 'string'
    ? on.path === request.path
    : request.path.search(on.path) !== -1;
}
