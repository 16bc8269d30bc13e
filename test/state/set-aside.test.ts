import { signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import type { SetAside, SetAsideEntry } from '@/lib/model/set-aside';
import type { Outcome } from '@/lib/outcome';
import { createSetAside } from '@/lib/state/set-aside';

const since = '2026-11-02T12:00:00.000Z';
const entry: SetAsideEntry = { at: since, key: 'preferences', raw: 'garbage' };

function open(count = 1) {
  const stored = signal<SetAside | undefined>(count === 0 ? undefined : { count, since });
  const setAside = vi.fn(async (): Promise<Outcome<SetAsideEntry[]>> => ({ value: [entry] }));
  const dismissSetAside = vi.fn(async (): Promise<Outcome<null>> => ({ value: null }));
  const view = createSetAside({ stored, setAside, dismissSetAside });
  return { view, stored, setAside, dismissSetAside };
}

it('what was set aside is counted as the store says', () => {
  const { view, stored } = open(0);
  expect(view.count.value).toBe(0);
  stored.value = { count: 3, since };
  expect(view.count.value).toBe(3);
});

it('what was set aside is read only when it is to be shown', async () => {
  const { view, setAside } = open();
  expect(view.entries.value).toBeNull();
  expect(setAside).not.toHaveBeenCalled();
  await view.show();
  expect(view.entries.value).toEqual([entry]);
  view.hide();
  expect(view.entries.value).toBeNull();
});

it('what was read is shown no longer when it is out of date', async () => {
  const { view, stored } = open();
  await view.show();
  stored.value = { count: 2, since };
  expect(view.entries.value).toBeNull();
});

it('the background removes it, and the store says so', async () => {
  const { view, stored, dismissSetAside } = open();
  await view.show();
  await view.dismiss();
  expect(dismissSetAside).toHaveBeenCalledOnce();
  stored.value = undefined;
  expect(view.count.value).toBe(0);
  expect(view.entries.value).toBeNull();
});

it('a background that was stopped is a failure, up to the next press', async () => {
  const { view, setAside, dismissSetAside } = open();
  setAside.mockRejectedValueOnce(new Error('stopped'));
  await view.show();
  expect(view.failure.value).toEqual({ code: 'interrupted' });
  expect(view.entries.value).toBeNull();
  await view.show();
  expect(view.failure.value).toBeNull();
  dismissSetAside.mockRejectedValueOnce(new Error('stopped'));
  await view.dismiss();
  expect(view.failure.value).toEqual({ code: 'interrupted' });
});
