import { signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import { createPreferenceSettings } from '@/lib/page/preference-settings';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';

it('a preference that is not stored is not in force, and is told until it is', async () => {
  const stored = signal<Preferences | undefined>(undefined);
  const store = vi.fn(async (change: Partial<Preferences>) => {
    stored.value = { ...INITIAL_PREFERENCES, ...change };
  });
  const settings = createPreferenceSettings(stored, store);
  const told: string[][] = [];
  settings.unstored.subscribe((unstored) => told.push([...unstored]));
  store.mockRejectedValueOnce(new Error('No space left'));
  store.mockRejectedValueOnce(new Error('No space left'));
  await expect(settings.change({ defaultPrivacy: 0 })).resolves.toBe(false);
  await expect(settings.change({ defaultPrivacy: 0 })).resolves.toBe(false);
  expect(settings.current.value).toEqual(INITIAL_PREFERENCES);
  await settings.change({ reportLink: '' });
  await expect(settings.change({ defaultPrivacy: 0 })).resolves.toBe(true);
  expect(settings.current.value.defaultPrivacy).toBe(0);
  const failed = ['defaultPrivacy'];
  expect(told).toEqual([[], failed, failed, failed, []]);
});
