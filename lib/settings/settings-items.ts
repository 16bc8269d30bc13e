import { storedItem } from '@/lib/storage/stored-values';
import { Preferences } from './preferences';

/** The key of what a person has chosen, which outlives every connection. */
export const PREFERENCES = 'preferences';

/** What a person has chosen for this browser. */
export const preferencesItem = storedItem('local', PREFERENCES, Preferences);
