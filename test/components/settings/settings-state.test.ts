import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createSettings, PREFERENCES_BY_PERMISSION } from '@/components/settings/settings-state';
import type { OptionalPermission } from '@/lib/browser/permissions';
import type { Connection } from '@/lib/connection/connection';
import type { Result } from '@/lib/result';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import { createDeferredCalls } from '../../support/deferred-calls';
import { STORED_CONNECTION } from '../../support/open-connect';
import { sampleConnection } from '../../support/stored-connection';

const BOTH = { notifiesOfDone: true, notifiesOfAttention: true };

const LINK = 'https://other.example/r/{id}';
const DEFAULT_LINK = 'https://host.example/s/reports/{id}';

/** The browser grants all permissions. */
async function openSettings(chosen: Partial<Preferences> = {}, reportLink: string | null = null) {
  const stored = signal<Preferences | undefined>({ ...INITIAL_PREFERENCES, ...chosen });
  const connection = signal<Connection | undefined>({ ...STORED_CONNECTION, reportLink });
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
    return stored.value;
  });
  const setReportLink = vi.fn(async (_: string, link: string | null): Promise<Result<null>> => {
    if (connection.value) connection.value = { ...connection.value, reportLink: link };
    return { value: null };
  });
  const setLabel = vi.fn(async (_: string, label: string | null): Promise<Result<null>> => {
    if (connection.value) connection.value = { ...connection.value, label };
    return { value: null };
  });
  const onPermissionsUpdated = vi.fn();
  const settings = createSettings({
    stored,
    connection,
    store,
    setReportLink,
    setLabel,
    onPermissionsUpdated,
    requestPermission: request,
    removePermission: remove,
    hasPermission: async (permission) => grants.has(permission),
    listCommands: async () => [],
  });
  await settings.refresh();
  const tickedNames = () => [
    ...PREFERENCES_BY_PERMISSION.notifications.filter((name) =>
      settings.isChosen('notifications', name),
    ),
    ...PREFERENCES_BY_PERMISSION.tabs.filter((name) => settings.isChosen('tabs', name)),
  ];
  const choose = (name: 'notifiesOfDone' | 'notifiesOfAttention', isOn: boolean) =>
    settings.choose('notifications', name, isOn);
  const { reportLink: link } = settings;
  return {
    settings,
    tickedNames,
    choose,
    link,
    connection,
    grants,
    request,
    remove,
    store,
    setReportLink,
    setLabel,
    onPermissionsUpdated,
  };
}

describe('the checkboxes for notifications', () => {
  it("request the browser's permission during the press", async () => {
    const { settings, tickedNames, choose, request, onPermissionsUpdated } = await openSettings();
    expect(tickedNames()).toEqual([]);
    const choosing = choose('notifiesOfDone', true);
    expect(request.mock.calls).toEqual([['notifications']]);
    await choosing;
    expect(tickedNames()).toEqual(['notifiesOfDone']);
    expect(onPermissionsUpdated).toHaveBeenCalledOnce();
    await settings.choose('tabs', 'showsPageRating', true);
    expect(request.mock.lastCall).toEqual(['tabs']);
    expect(tickedNames()).toEqual(['notifiesOfDone', 'showsPageRating']);
  });

  it('report a refused permission until the next press', async () => {
    const { settings, tickedNames, choose, request } = await openSettings();
    const answers = createDeferredCalls<boolean>();
    request.mockImplementation(answers.call);
    for (const press of [0, 1]) {
      const choosing = choose('notifiesOfDone', true);
      expect(tickedNames()).toEqual(['notifiesOfDone']);
      expect(settings.refused.value).toBeNull();
      answers.reject(press);
      await choosing;
      expect(tickedNames()).toEqual([]);
      expect(settings.refused.value).toBe('notifications');
    }
  });

  it('are unticked without the permission', async () => {
    const { settings, tickedNames, choose, grants } = await openSettings(BOTH);
    expect(tickedNames()).toEqual(['notifiesOfDone', 'notifiesOfAttention']);
    grants.clear();
    await settings.refresh();
    expect(tickedNames()).toEqual([]);
    await choose('notifiesOfAttention', true);
    expect(tickedNames()).toEqual(['notifiesOfAttention']);
  });

  it('stay unticked without a permission if the choice could not be stored', async () => {
    const { settings, tickedNames, choose, store, grants } = await openSettings();
    store.mockRejectedValueOnce(new Error('No space left'));
    await choose('notifiesOfDone', true);
    expect(settings.unstored.value).toEqual(['notifiesOfDone']);
    expect(tickedNames()).toEqual([]);
    expect([...grants]).toEqual([]);
    await choose('notifiesOfDone', true);
    expect(settings.unstored.value).toEqual([]);
    expect(tickedNames()).toEqual(['notifiesOfDone']);
  });

  it('apply both of two presses in quick succession', async () => {
    const { tickedNames, choose } = await openSettings();
    for (const isOn of [true, false]) {
      await Promise.all([choose('notifiesOfDone', isOn), choose('notifiesOfAttention', true)]);
      expect(tickedNames()).toEqual([...(isOn ? ['notifiesOfDone'] : []), 'notifiesOfAttention']);
    }
  });

  it('remove the permission when the last checkbox is unticked', async () => {
    const { choose, remove } = await openSettings(BOTH);
    await choose('notifiesOfDone', false);
    expect(remove).not.toHaveBeenCalled();
    await choose('notifiesOfAttention', false);
    expect(remove.mock.calls).toEqual([['notifications']]);
  });
});

describe('preferences', () => {
  it('do not change if they cannot be stored, and are reported until they are stored', async () => {
    const { settings, store } = await openSettings();
    for (const _ of [1, 2]) {
      store.mockRejectedValueOnce(new Error('No space left'));
      await settings.change({ defaultPrivacy: 0 });
      expect(settings.preferences.value).toEqual(INITIAL_PREFERENCES);
    }
    await settings.change({ comparedSince: 'month' });
    expect(settings.unstored.value).toEqual(['defaultPrivacy']);
    await settings.change({ defaultPrivacy: 0 });
    expect([settings.unstored.value, settings.preferences.value.defaultPrivacy]).toEqual([[], 0]);
  });
});

describe('the Report link field', () => {
  it('stores a changed text with the connection when the field loses the focus', async () => {
    const { link, setReportLink } = await openSettings({}, LINK);
    await link.leave();
    link.enter(' ');
    expect(setReportLink).not.toHaveBeenCalled();
    await link.leave();
    await link.leave();
    expect(setReportLink).toHaveBeenCalledExactlyOnceWith('a', '');
    expect([link.text.value, link.isSaved.value]).toEqual(['', true]);
  });

  it('shows the problem of its text when the field loses the focus, and stores nothing', async () => {
    const { link, setReportLink } = await openSettings({}, LINK);
    link.enter('https://host.example/r');
    expect(link.problem.value).toBeNull();
    await link.leave();
    expect(link.problem.value).toBe('noId');
    link.enter('https://host.example/r/');
    expect(link.problem.value).toBeNull();
    expect(setReportLink).not.toHaveBeenCalled();
  });

  it('stores an unstored text when the field loses the focus again', async () => {
    const { link, setReportLink } = await openSettings({}, LINK);
    setReportLink.mockResolvedValueOnce({ failure: { code: 'notStored' } });
    link.enter(`${LINK}/new`);
    const states = [];
    for (const _ of [1, 2, 3]) {
      await link.leave();
      states.push([link.isUnstored.value, link.isSaved.value]);
    }
    expect(states).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
    const stored = ['a', `${LINK}/new`];
    expect(setReportLink.mock.calls).toEqual([stored, stored]);
  });

  it('shows the default link of the connected service, unless another link is stored', async () => {
    const { link, connection, setReportLink } = await openSettings();
    expect(link.text.value).toBe(DEFAULT_LINK);
    connection.value = undefined;
    expect(link.text.value).toBe('');
    connection.value = sampleConnection({ id: 'b', baseUrl: 'https://b.example' });
    expect(link.text.value).toBe('https://b.example/reports/{id}');
    link.enter(LINK);
    await link.leave();
    expect(link.text.value).toBe(LINK);
    connection.value = STORED_CONNECTION;
    expect(link.text.value).toBe(DEFAULT_LINK);
    link.enter(` ${DEFAULT_LINK}`);
    await link.leave();
    expect(setReportLink.mock.calls).toEqual([
      ['b', LINK],
      ['a', null],
    ]);
    expect(link.text.value).toBe(DEFAULT_LINK);
  });

  it('is not editable without a connection, and forgets its text with another connection', async () => {
    const { link, connection, setReportLink } = await openSettings();
    link.enter(LINK);
    connection.value = sampleConnection({ id: 'b', baseUrl: 'https://b.example' });
    expect(link.text.value).toBe('https://b.example/reports/{id}');
    await link.leave();
    connection.value = undefined;
    expect(link.isEditable.value).toBe(false);
    link.enter(LINK);
    await link.leave();
    expect([link.text.value, setReportLink.mock.calls]).toEqual(['', []]);
  });
});
