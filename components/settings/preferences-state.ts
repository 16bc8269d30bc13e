import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';

/** The preferences, as the options page shows and changes them. */
export interface PreferenceSettings {
  /** As they are stored. */
  current: ReadonlySignal<Preferences>;
  /** Those whose last change could not be stored, so that it is not in force; new after each change. */
  unstored: ReadonlySignal<ReadonlySet<keyof Preferences>>;
  /** Stores a change; false where that fails. */
  change(change: Partial<Preferences>): Promise<boolean>;
}

/** Makes the preferences of a page. */
export function createPreferenceSettings(
  stored: ReadonlySignal<Preferences | undefined>,
  store: (change: Partial<Preferences>) => Promise<unknown>,
): PreferenceSettings {
  const unstored = signal<ReadonlySet<keyof Preferences>>(new Set());
  return {
    current: computed(() => stored.value ?? INITIAL_PREFERENCES),
    unstored,
    async change(change) {
      const isStored = await store(change).then(
        () => true,
        () => false,
      );
      const others = [...unstored.value].filter((name) => !(name in change));
      const names = Object.keys(change) as (keyof Preferences)[];
      unstored.value = new Set(isStored ? others : [...others, ...names]);
      return isStored;
    },
  };
}
