import { expect, it } from 'vitest';
import { INITIAL_PREFERENCES, Preferences } from '@/lib/settings/preferences';

it.each([
  ['that were stored before there were more of them', {}],
  ['of which some are nothing', { notifiesOfDone: 'yes', showsPageRating: null }],
])('preferences %s tell of nothing and show no rating', (_, stored) => {
  expect(Preferences.parse({ defaultPrivacy: 0, reportLink: '', ...stored })).toEqual({
    ...INITIAL_PREFERENCES,
    defaultPrivacy: 0,
  });
});
