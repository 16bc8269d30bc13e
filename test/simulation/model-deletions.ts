import type { Failure } from '@/lib/failure';
import type { Report, ReportDetails } from '@/lib/report/report';
import { sampleDetails } from '../support/sample-report';
import type { RemoveFate } from './deletion-history';
import type { Reply } from './reply';
import type { VirtualTime } from './virtual-time';

/** The part of the service that gives and deletes one report. */
export interface ModelDeletions {
  /** The ids of the reports that were deleted. */
  readonly gone: ReadonlySet<string>;
  get(id: string): Reply<ReportDetails>;
  remove(id: string): Reply<null>;
}

const LIMIT_S = 60;
const GONE: Failure = { code: 'gone', what: 'report', message: null };
const FAILURES: Record<string, Failure> = {
  'breaks off': { code: 'unreachable' },
  'fails with 502': { code: 'serviceDown', status: 502, retryAt: null, message: null },
  'is silent': { code: 'timedOut', seconds: LIMIT_S },
  refuses: { code: 'notAllowed', message: null },
};

/**
 * Makes it.
 * @param find a report that was ever made, by its id
 * @param isDown whether nothing gets through at this moment
 */
export function createModelDeletions(
  time: VirtualTime,
  planned: readonly RemoveFate[],
  find: (id: string) => Report | undefined,
  isDown: () => boolean,
): ModelDeletions {
  const fates = [...planned];
  const gone = new Set<string>();

  return {
    gone,
    get(id) {
      if (isDown()) return { after: 100, outcome: () => ({ failure: { code: 'unreachable' } }) };
      const report = gone.has(id) ? undefined : find(id);
      return {
        after: 100,
        outcome: () =>
          report === undefined ? { failure: GONE } : { value: sampleDetails(id, report) },
      };
    },
    remove(id) {
      if (isDown()) return { after: 100, outcome: () => ({ failure: { code: 'unreachable' } }) };
      const fate: RemoveFate = fates.shift() ?? { fate: 'answers', after: 0.2 };
      const wasGone = gone.has(id);
      const isDone = fate.fate === 'answers' || (fate.fate !== 'refuses' && fate.isDone);
      if (isDone) time.after(50, () => gone.add(id));
      if (fate.fate === 'answers') {
        const outcome = () => (wasGone ? { failure: GONE } : { value: null });
        return { after: fate.after * 1000, outcome };
      }
      const failure = FAILURES[fate.fate] ?? GONE;
      const seconds = fate.fate === 'is silent' ? LIMIT_S : 0.1;
      return { after: seconds * 1000, outcome: () => ({ failure }) };
    },
  };
}
