import { PREFERENCES } from '@/lib/storage/keys';
import { storedItem } from '@/lib/storage/stored-values';
import { Preferences } from './preferences';

/** What a person has chosen for this browser. */
export const preferencesItem = storedItem('local', PREFERENCES, Preferences);
