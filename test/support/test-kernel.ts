import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type FollowedState, followedStateOf } from '@/components/app/followed-state';
import { createPageKernel, type PageKernel } from '@/components/app/page-kernel';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { DueLine } from '@/lib/report/compare/due';
import type { Headline } from '@/lib/report/compare/headlines';
import { type NewestReports, NO_QUEUE, type Queue } from '@/lib/shared-state/shared-items';
import { sampleConnection } from './stored-connection';
import { countedIds } from './stored-jobs';

interface KernelInputs {
  /** The calls that the tested code may use. */
  background?: Partial<BackgroundApi>;
  connectionId?: string;
  newest?: ReadonlySignal<NewestReports | null>;
  /** Missing fields have the values of `NO_QUEUE`. */
  queue?: ReadonlySignal<Partial<Queue>>;
  due?: ReadonlySignal<readonly DueLine[]>;
  headline?: ReadonlySignal<Headline | null>;
  /** Replaces signals that follow from `newest` and `queue`. */
  state?: Partial<FollowedState>;
  isPrivate?: boolean;
  firstPaint?: Promise<unknown>;
}

/** Creates the kernel of an extension page, by default in an ordinary window after the first paint. */
export function testKernel(inputs: KernelInputs = {}): PageKernel {
  const {
    connectionId = 'a',
    newest = signal(null),
    queue = signal({}),
    due = signal([]),
    headline = signal(null),
  } = inputs;
  const connection = sampleConnection({ id: connectionId });
  const shared = computed(() => ({
    connection: { ...connection, newest: newest.value },
    queue: { ...NO_QUEUE, ...queue.value },
    due: due.value,
    headline: headline.value,
  }));
  const kernel = createPageKernel({
    background: (inputs.background ?? {}) as BackgroundApi,
    connection,
    state: { ...followedStateOf(shared, signal(true)), ...inputs.state },
    isPrivate: inputs.isPrivate ?? false,
    firstPaint: inputs.firstPaint ?? Promise.resolve(),
  });
  return { ...kernel, newId: countedIds() };
}
