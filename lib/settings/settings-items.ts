import { storedItem } from '@/lib/storage/stored-values';
import { Preferences } from './preferences';

/** What a person has chosen for this browser, which outlives every connection. */
export const preferencesItem = storedItem('local', 'preferences', Preferences);
