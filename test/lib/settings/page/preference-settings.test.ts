import { signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import { createPreferenceSettings } from '@/lib/settings/page/preference-settings';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';

it('a preference that is not stored is not in force, and each failure is told anew', async () => {
  const stored = signal<Preferences | undefined>(undefined);
  const store = vi.fn(async (change: Partial<Preferences>) => {
    stored.value = { ...INITIAL_PREFERENCES, ...change };
  });
  const settings = createPreferenceSettings(stored, store);
  const told: unknown[] = [];
  settings.failure.subscribe((failure) => told.push(failure?.code ?? null));
  store.mockRejectedValueOnce(new Error('No space left'));
  store.mockRejectedValueOnce(new Error('No space left'));
  await expect(settings.change({ defaultPrivacy: 0 })).resolves.toBe(false);
  await expect(settings.change({ defaultPrivacy: 0 })).resolves.toBe(false);
  expect(settings.current.value).toEqual(INITIAL_PREFERENCES);
  await expect(settings.change({ defaultPrivacy: 0 })).resolves.toBe(true);
  expect(settings.current.value.defaultPrivacy).toBe(0);
  expect(told).toEqual([null, 'notStored', 'notStored', null]);
});
