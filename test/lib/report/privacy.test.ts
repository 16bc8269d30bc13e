import { expect, it } from 'vitest';
import { PRIVACIES, Privacy } from '@/lib/report/privacy';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';

it('privacy is offered as Public, Private, Password: 0, 1 and 2 on the wire', () => {
  expect(PRIVACIES).toEqual([0, 1, 2]);
  expect(Privacy).toEqual({ Public: 0, Private: 1, Password: 2 });
});

it('privacy is Private until a person chooses otherwise', () => {
  expect(INITIAL_PREFERENCES.defaultPrivacy).toBe(Privacy.Private);
});
