import { expect, it } from 'vitest';
import { INITIAL_PREFERENCES, Preferences } from '@/lib/settings/preferences';

it.each([
  ['stored by a version without notifications', {}],
  ['with invalid values', { notifiesOfDone: 'yes', showsPageRating: null }],
])('preferences %s turn off notifications and ratings', (_, stored) => {
  expect(Preferences.parse({ defaultPrivacy: 0, ...stored })).toEqual({
    ...INITIAL_PREFERENCES,
    defaultPrivacy: 0,
  });
});
