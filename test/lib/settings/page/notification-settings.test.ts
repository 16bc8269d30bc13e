import { computed, signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import type { OptionalPermission } from '@/lib/settings/optional-permission';
import { createNotificationSettings } from '@/lib/settings/page/notification-settings';
import { INITIAL_PREFERENCES, Preferences } from '@/lib/settings/preferences';

function start(chosen: Partial<Preferences> = {}, granted: OptionalPermission[] = []) {
  const stored = signal({ ...INITIAL_PREFERENCES, ...chosen });
  const grants = new Set(granted);
  const request = vi.fn(async (permission: OptionalPermission) => {
    grants.add(permission);
    return true;
  });
  const remove = vi.fn(async (permission: OptionalPermission) => {
    grants.delete(permission);
  });
  const onChange = vi.fn();
  const settings = createNotificationSettings({
    preferences: computed(() => stored.value),
    allowed: { notifications: grants.has('notifications'), tabs: grants.has('tabs') },
    ...{ request, remove, onChange },
    has: async (permission) => grants.has(permission),
    async store(change) {
      stored.value = { ...stored.value, ...change };
    },
  });
  return { settings, stored, grants, request, remove, onChange };
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
      expect(stored.value.notifiesOfAttention).toBe(false);
      expect(settings.refused.value).toBe('notifications');
      await settings.set('notifiesOfAttention', true);
      expect(settings.refused.value).toBeNull();
    },
  );

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
