import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';

/** The preferences, as the options page shows and changes them. */
export interface PreferenceSettings {
  /** As they are stored. */
  current: ReadonlySignal<Preferences>;
  /** Whether the last change was not stored, so that it is not in force. */
  hasFailed: ReadonlySignal<boolean>;
  /** Stores a change; false where that fails. */
  change(change: Partial<Preferences>): Promise<boolean>;
}

/** Makes the preferences of a page. */
export function createPreferenceSettings(
  stored: ReadonlySignal<Preferences | undefined>,
  store: (change: Partial<Preferences>) => Promise<unknown>,
): PreferenceSettings {
  const hasFailed = signal(false);
  return {
    current: computed(() => stored.value ?? INITIAL_PREFERENCES),
    hasFailed,
    async change(change) {
      hasFailed.value = false;
      try {
        await store(change);
      } catch {
        hasFailed.value = true;
      }
      return !hasFailed.value;
    },
  };
}
