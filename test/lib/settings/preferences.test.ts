import { expect, it } from 'vitest';
import { storage } from 'wxt/utils/storage';
import { INITIAL_PREFERENCES, Preferences, preferencesItem } from '@/lib/settings/preferences';
import { emptyBrowser } from '../../support/empty-browser';

it.each([
  ['stored by a version without notifications', {}],
  ['with invalid values', { notifiesOfDone: 'yes', showsPageRating: null }],
])('preferences %s turn off notifications and ratings', (_, stored) => {
  expect(Preferences.parse({ defaultPrivacy: 0, ...stored })).toEqual({
    ...INITIAL_PREFERENCES,
    defaultPrivacy: 0,
  });
});

it('stored preferences of an earlier version get the initial values of new fields', async () => {
  emptyBrowser();
  await storage.setItem('local:preferences', { defaultPrivacy: 0 });
  expect(await preferencesItem.read()).toMatchObject({ ...INITIAL_PREFERENCES, defaultPrivacy: 0 });
});
