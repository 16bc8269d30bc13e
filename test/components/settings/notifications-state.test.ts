import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createNotificationSettings } from '@/components/settings/notifications-state';
import { createPreferenceSettings } from '@/components/settings/preferences-state';
import type { OptionalPermission } from '@/lib/browser/optional-permission';
import { INITIAL_PREFERENCES, Preferences } from '@/lib/settings/preferences';
import { holdAnswers } from '../../support/held-answers';

const both = { notifiesOfDone: true, notifiesOfAttention: true };

/** The checkboxes, with those ticked whose notifications are allowed, in a browser that allows all. */
function openSettings(chosen: Partial<Preferences> = {}) {
  const stored = signal<Preferences | undefined>({ ...INITIAL_PREFERENCES, ...chosen });
  const grants = new Set<OptionalPermission>(chosen.notifiesOfDone ? ['notifications'] : []);
  const request = vi.fn(async (permission: OptionalPermission) => {
    grants.add(permission);
    return true;
  });
  const remove = vi.fn(async (permission: OptionalPermission) => {
    grants.delete(permission);
  });
  const store = vi.fn(async (change: Partial<Preferences>) => {
    stored.value = { ...INITIAL_PREFERENCES, ...stored.value, ...change };
  });
  const onChange = vi.fn();
  const preferences = createPreferenceSettings(stored, store);
  const settings = createNotificationSettings({
    allowed: { notifications: grants.has('notifications'), tabs: false },
    ...{ preferences, request, remove, onChange },
    has: async (permission) => grants.has(permission),
  });
  return { settings, preferences, stored, grants, request, remove, store, onChange };
}

describe('the checkboxes for notifications', () => {
  it("ask for the browser's permission within the press", async () => {
    const { settings, request, onChange } = openSettings();
    expect(Object.values(settings.chosen.value)).toEqual([false, false, false]);
    const setting = settings.set('notifiesOfDone', true);
    expect(request.mock.calls).toEqual([['notifications']]);
    await setting;
    expect(settings.chosen.value).toMatchObject({ notifiesOfDone: true });
    expect(onChange).toHaveBeenCalledOnce();
    await settings.set('showsPageRating', true);
    expect(request.mock.lastCall).toEqual(['tabs']);
  });

  it('are ticked while the browser asks, and tell a refusal until the next press', async () => {
    const { settings, request } = openSettings();
    const answers = holdAnswers<boolean>();
    request.mockImplementation(answers.call);
    for (const press of [0, 1]) {
      const setting = settings.set('notifiesOfDone', true);
      expect(settings.chosen.value.notifiesOfDone).toBe(true);
      expect(settings.refused.value).toBeNull();
      answers.reject(press);
      await setting;
      expect(settings.chosen.value.notifiesOfDone).toBe(false);
      expect(settings.refused.value).toBe('notifications');
    }
  });

  it('are unticked without the permission, and ticking one does not tick another again', async () => {
    const { settings, grants } = openSettings(both);
    expect(settings.chosen.value).toMatchObject(both);
    grants.clear();
    await settings.recheck();
    expect(settings.chosen.value).toMatchObject({ notifiesOfDone: false });
    await settings.set('notifiesOfAttention', true);
    expect(settings.chosen.value).toMatchObject({ ...both, notifiesOfDone: false });
  });

  it('stay off if the choice could not be stored, tell so, and give the permission back', async () => {
    const { settings, store, grants } = openSettings();
    store.mockRejectedValueOnce(new Error('No space left'));
    await settings.set('notifiesOfDone', true);
    expect(settings.unstored.value).toBe('notifiesOfDone');
    expect(settings.chosen.value.notifiesOfDone).toBe(false);
    expect([...grants]).toEqual([]);
    await settings.set('notifiesOfAttention', true);
    expect(settings.unstored.value).toBeNull();
    expect(settings.chosen.value).toMatchObject({ ...both, notifiesOfDone: false });
  });

  it('keep two presses that come before the first is stored', async () => {
    const { settings } = openSettings();
    for (const notifiesOfDone of [true, false]) {
      await Promise.all([
        settings.set('notifiesOfDone', notifiesOfDone),
        settings.set('notifiesOfAttention', true),
      ]);
      expect(settings.chosen.value).toMatchObject({ ...both, notifiesOfDone });
    }
  });

  it('give the permission back once no checkbox needs it', async () => {
    const { settings, remove } = openSettings(both);
    await settings.set('notifiesOfDone', false);
    expect(remove).not.toHaveBeenCalled();
    await settings.set('notifiesOfAttention', false);
    expect(remove.mock.calls).toEqual([['notifications']]);
  });
});

describe('preferences', () => {
  it('stored without settings for notifications are kept, with notifications off', () => {
    const before = { defaultPrivacy: 2, reportLink: 'https://a.example/{id}' };
    expect(Preferences.parse(before)).toEqual({ ...INITIAL_PREFERENCES, ...before });
  });

  it('that could not be stored are not in force, and are reported until they are stored', async () => {
    const { preferences, store } = openSettings();
    const unstored = () => [...preferences.unstored.value];
    for (const _ of [1, 2]) {
      store.mockRejectedValueOnce(new Error('No space left'));
      await expect(preferences.change({ defaultPrivacy: 0 })).resolves.toBe(false);
      expect(preferences.current.value).toEqual(INITIAL_PREFERENCES);
    }
    await preferences.change({ reportLink: '' });
    expect(unstored()).toEqual(['defaultPrivacy']);
    await expect(preferences.change({ defaultPrivacy: 0 })).resolves.toBe(true);
    expect([unstored(), preferences.current.value.defaultPrivacy]).toEqual([[], 0]);
  });
});
