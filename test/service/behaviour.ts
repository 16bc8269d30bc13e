import type { Gate } from './gate';
import type { RecordedRequest } from './recorded-request';
import type { Shape } from './report-json';
import type { Failure } from './served-failure';

/** When an analysis ends. `wait`: before the answer. `later`: when a test calls `finishAnalyses`. */
export type AnalysisTime = 'wait' | 'later';

export interface Behaviour {
  /** Selects requests; by default all. */
  readonly on?: {
    readonly method?: string;
    /** The whole path below the base URL, or an expression that matches a part. Without the query. */
    readonly path?: RegExp | string;
    /** Matches a part of any form field's value. */
    readonly field?: RegExp;
  };
  /** The number of requests that the behaviour affects; by default unlimited. */
  readonly times?: number;
  /** Delay before the work. If the client closes the connection earlier, the service does no work. */
  readonly delayMs?: number;
  /** The service waits for this gate before the work. If the client closes the connection earlier, there is no work. */
  readonly gate?: Gate;
  readonly fail?: Failure;
  readonly shape?: Shape;
  readonly analysis?: AnalysisTime;
}

export type BehaviourPlan = ReturnType<typeof createBehaviourPlan>;

export function createBehaviourPlan() {
  let entries: { readonly behaviour: Behaviour; remaining: number }[] = [];
  return {
    set(behaviours: readonly Behaviour[]): void {
      entries = behaviours.map((behaviour) => ({
        behaviour,
        remaining: behaviour.times ?? Number.POSITIVE_INFINITY,
      }));
    },
    /** Returns the first matching behaviour with remaining uses, and counts a use. */
    take(request: RecordedRequest): Behaviour | undefined {
      const entry = entries.find(
        ({ behaviour, remaining }) => remaining > 0 && matches(behaviour, request),
      );
      if (entry) entry.remaining -= 1;
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
