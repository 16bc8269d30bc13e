import type { Gate } from './gate';
import type { RecordedRequest } from './recorded-request';
import type { Shape } from './report-json';
import type { Failure } from './served-failure';

/** Whether an analysis is done before the answer, or when `finishAnalyses` is called. */
export type AnalysisTime = 'wait' | 'later';

/** What the service does with some of the requests that come in. Parts left out are as usual. */
export interface Behaviour {
  /**
   * Which requests; all of them when absent. `path` is below the base URL and without query: a string is the
   * whole path, an expression may match anywhere in it. `field` may match anywhere in the value of a field.
   */
  readonly on?: {
    readonly method?: string;
    readonly path?: RegExp | string;
    readonly field?: RegExp;
  };
  /** To how many requests it applies before it is used up; without end when absent. */
  readonly times?: number;
  /** Time before anything else happens. A client that leaves meanwhile gets no work done. */
  readonly delayMs?: number;
  /** What has to be opened before anything else happens; as with a delay, clients may leave. */
  readonly gate?: Gate;
  readonly fail?: Failure;
  readonly shape?: Shape;
  readonly analysis?: AnalysisTime;
}

/** The behaviours in force. */
export type BehaviourPlan = ReturnType<typeof createBehaviourPlan>;

/** A plan without behaviours. */
export function createBehaviourPlan() {
  let entries: { readonly behaviour: Behaviour; left: number }[] = [];
  return {
    /** Replaces all behaviours; each starts unused. */
    set(behaviours: readonly Behaviour[]): void {
      entries = behaviours.map((behaviour) => ({ behaviour, left: behaviour.times ?? Infinity }));
    },
    /** The first behaviour that fits the request and is not used up, and counts it as used once more. */
    take(request: RecordedRequest): Behaviour | undefined {
      const entry = entries.find(({ behaviour, left }) => left > 0 && fits(behaviour, request));
      if (entry) entry.left -= 1;
      return entry?.behaviour;
    },
  };
}

function fits({ on = {} }: Behaviour, { method, path, form }: RecordedRequest): boolean {
  if (on.method !== undefined && on.method !== method) return false;
  if (on.field !== undefined && !form.some(([, value]) => on.field?.test(value))) return false;
  if (on.path === undefined) return true;
  return typeof on.path === 'string' ? on.path === path : on.path.test(path);
}
