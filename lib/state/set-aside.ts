import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/lib/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import type { SetAside, SetAsideEntry } from '@/lib/model/set-aside';
import { hasFailed } from '@/lib/outcome';

/** What could not be read from the store and was set aside, as the options page shows it. */
export interface SetAsideView {
  /** How many there were; 0: there is nothing to say. */
  count: ReadonlySignal<number>;
  /** Null: not asked for. Fewer than were counted where some were not kept. */
  entries: ReadonlySignal<readonly SetAsideEntry[] | null>;
  /** Why the last press did nothing. */
  failure: ReadonlySignal<Failure | null>;
  show(): Promise<void>;
  hide(): void;
  dismiss(): Promise<void>;
}

interface SetAsideTools extends Pick<BackgroundApi, 'setAside' | 'dismissSetAside'> {
  stored: ReadonlySignal<SetAside | undefined>;
}

/** Makes the view; the background keeps the values. */
export function createSetAside({ stored, setAside, dismissSetAside }: SetAsideTools): SetAsideView {
  const failure = signal<Failure | null>(null);
  const shown = signal<{ of: SetAside | undefined; entries: SetAsideEntry[] } | null>(null);

  return {
    count: computed(() => stored.value?.count ?? 0),
    // What was read before more was set aside, or all of it dismissed, is out of date.
    entries: computed(() =>
      shown.value !== null && shown.value.of === stored.value ? shown.value.entries : null,
    ),
    failure,
    async show() {
      const outcome = await attempt(setAside);
      batch(() => {
        failure.value = hasFailed(outcome) ? outcome.failure : null;
        if (!hasFailed(outcome)) shown.value = { of: stored.value, entries: outcome.value };
      });
    },
    hide() {
      shown.value = null;
    },
    async dismiss() {
      const outcome = await attempt(dismissSetAside);
      failure.value = hasFailed(outcome) ? outcome.failure : null;
    },
  };
}
