import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Failure } from '@/lib/failure';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';

/** The preferences, as the options page shows and changes them. */
export interface PreferenceSettings {
  /** As they are stored. */
  current: ReadonlySignal<Preferences>;
  /** Why the last change is not in force, a new object each time; null where it is. */
  failure: ReadonlySignal<Failure | null>;
  /** Stores a change; false where that fails. */
  change(change: Partial<Preferences>): Promise<boolean>;
}

/** Makes the preferences of a page. */
export function createPreferenceSettings(
  stored: ReadonlySignal<Preferences | undefined>,
  store: (change: Partial<Preferences>) => Promise<unknown>,
): PreferenceSettings {
  const failure = signal<Failure | null>(null);
  return {
    current: computed(() => stored.value ?? INITIAL_PREFERENCES),
    failure,
    async change(change) {
      try {
        await store(change);
        failure.value = null;
      } catch {
        failure.value = { code: 'notStored' };
      }
      return failure.value === null;
    },
  };
}
