import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import type { OptionalPermission } from '@/lib/browser/optional-permission';
import { createNotificationSettings } from '@/lib/page/notification-settings';
import { createPreferenceSettings } from '@/lib/page/preference-settings';
import { INITIAL_PREFERENCES, Preferences } from '@/lib/settings/preferences';

function start(chosen: Partial<Preferences> = {}, granted: OptionalPermission[] = []) {
  const stored = signal<Preferences | undefined>({ ...INITIAL_PREFERENCES, ...chosen });
  const grants = new Set(granted);
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
  const settings = createNotificationSettings({
    preferences: createPreferenceSettings(stored, store),
    allowed: { notifications: grants.has('notifications'), tabs: grants.has('tabs') },
    ...{ request, remove, onChange },
    has: async (permission) => grants.has(permission),
  });
  return { settings, stored, grants, request, remove, store, onChange };
}

describe('the checkboxes for notifications', () => {
  it('are off at first', () => {
    expect(Object.values(start().settings.chosen.value)).toEqual([false, false, false]);
  });

  it('ask for what they need within the press', async () => {
    const { settings, request, onChange } = start();
    const setting = settings.set('notifiesOfDone', true);
    expect(request.mock.calls).toEqual([['notifications']]);
    await setting;
    expect(settings.chosen.value).toMatchObject({ notifiesOfDone: true });
    expect(onChange).toHaveBeenCalledOnce();
    await settings.set('showsPageRating', true);
    expect(request.mock.lastCall).toEqual(['tabs']);
  });

  it.each([async () => false, () => Promise.reject(new Error())])(
    'stay off where that is refused, and say so until the next press',
    async (answer) => {
      const { settings, stored, request } = start();
      request.mockImplementationOnce(answer);
      await settings.set('notifiesOfAttention', true);
      expect(settings.chosen.value.notifiesOfAttention).toBe(false);
      expect(stored.value?.notifiesOfAttention).toBe(false);
      expect(settings.refused.value).toBe('notifications');
      await settings.set('notifiesOfAttention', true);
      expect(settings.refused.value).toBeNull();
    },
  );

  it('show what was pressed while the browser asks, after an earlier refusal as well', async () => {
    const { settings, request } = start();
    request.mockImplementationOnce(async () => false);
    await settings.set('notifiesOfDone', true);
    let answer = (_: boolean) => {};
    request.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const setting = settings.set('notifiesOfDone', true);
    expect(settings.chosen.value.notifiesOfDone).toBe(true);
    expect(settings.refused.value).toBeNull();
    answer(false);
    await setting;
    expect(settings.chosen.value.notifiesOfDone).toBe(false);
  });

  it('show what the browser has taken back, which comes back with no other', async () => {
    const both = { notifiesOfDone: true, notifiesOfAttention: true };
    const { settings, grants } = start(both, ['notifications']);
    expect(settings.chosen.value).toMatchObject(both);
    grants.clear();
    await settings.recheck();
    expect(settings.chosen.value).toMatchObject({ notifiesOfDone: false });
    await settings.set('notifiesOfAttention', true);
    expect(settings.chosen.value).toMatchObject({
      notifiesOfDone: false,
      notifiesOfAttention: true,
    });
  });

  it('stay off where that is not stored, say so until the next press, and keep no permission', async () => {
    const { settings, store, grants } = start();
    store.mockRejectedValueOnce(new Error('No space left'));
    await settings.set('notifiesOfDone', true);
    expect(settings.isUnstored.value).toBe(true);
    expect(settings.chosen.value.notifiesOfDone).toBe(false);
    expect([...grants]).toEqual([]);
    await settings.set('notifiesOfAttention', true);
    expect(settings.isUnstored.value).toBe(false);
    expect(settings.chosen.value).toMatchObject({
      notifiesOfDone: false,
      notifiesOfAttention: true,
    });
  });

  it('keep each press where one comes before the other is stored', async () => {
    const { settings } = start();
    await Promise.all([
      settings.set('notifiesOfDone', true),
      settings.set('notifiesOfAttention', true),
    ]);
    const both = { notifiesOfDone: true, notifiesOfAttention: true };
    expect(settings.chosen.value).toMatchObject(both);
    await Promise.all([
      settings.set('notifiesOfDone', false),
      settings.set('notifiesOfAttention', true),
    ]);
    expect(settings.chosen.value).toMatchObject({ ...both, notifiesOfDone: false });
  });

  it('give back what none of them needs any more', async () => {
    const both = { notifiesOfDone: true, notifiesOfAttention: true };
    const { settings, remove } = start(both, ['notifications']);
    await settings.set('notifiesOfDone', false);
    expect(remove).not.toHaveBeenCalled();
    await settings.set('notifiesOfAttention', false);
    expect(remove.mock.calls).toEqual([['notifications']]);
  });
});

describe('preferences that were stored before', () => {
  it('stay as they are, with nothing told', () => {
    const before = { defaultPrivacy: 2, reportLink: 'https://a.example/{id}' };
    expect(Preferences.parse(before)).toEqual({ ...INITIAL_PREFERENCES, ...before });
  });
});
