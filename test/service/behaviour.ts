import type { Gate } from './gate';
import type { RecordedRequest } from './recorded-request';
import type { Shape } from './report-json';
import type { Failure } from './served-failure';

/** Whether an analysis ends before the answer, or when `finishAnalyses` is called. */
export type AnalysisTime = 'wait' | 'later';

export interface Behaviour {
  /**
   * Selects requests; all if absent. `path` is below the base URL, without the query. A string
   * matches the whole path. An expression may match any part, as `field` does in a field's value.
   */
  readonly on?: {
    readonly method?: string;
    readonly path?: RegExp | string;
    readonly field?: RegExp;
  };
  /** Unlimited if absent. */
  readonly times?: number;
  /** Delay before the work, in milliseconds. A client that leaves during the delay gets no work done. */
  readonly delayMs?: number;
  /** The gate opens before the work begins. A client that leaves first gets no work done. */
  readonly gate?: Gate;
  readonly fail?: Failure;
  readonly shape?: Shape;
  readonly analysis?: AnalysisTime;
}

export type BehaviourPlan = ReturnType<typeof createBehaviourPlan>;

export function createBehaviourPlan() {
  let entries: { readonly behaviour: Behaviour; left: number }[] = [];
  return {
    set(behaviours: readonly Behaviour[]): void {
      entries = behaviours.map((behaviour) => ({ behaviour, left: behaviour.times ?? Infinity }));
    },
    /** Returns the first matching behaviour that is not used up, and counts this use. */
    take(request: RecordedRequest): Behaviour | undefined {
      const entry = entries.find(({ behaviour, left }) => left > 0 && matches(behaviour, request));
      if (entry) entry.left -= 1;
      return entry?.behaviour;
    },
  };
}

function matches({ on = {} }: Behaviour, { method, path, form }: RecordedRequest): boolean {
  if (on.method !== undefined && on.method !== method) return false;
  if (on.field !== undefined && !form.some(([, value]) => on.field?.test(value))) return false;
  if (on.path === undefined) return true;
  return typeof on.path === 'string' ? on.path === path : on.path.test(path);
}
