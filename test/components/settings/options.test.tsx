import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { guideFocus, Options } from '@/components/settings/options';
import { createSettings } from '@/components/settings/settings-state';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import { openConnect, STANDING } from '../../support/open-connect';
import { all, draw, one, press, says, type, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const SET = 'Set by your organization';

beforeEach(useEnglish);

/** The options in a browser whose administrator has set something, and which allows notifications or not. */
async function open(inForce: Partial<Preferences>, isAllowed = true, stored = STANDING) {
  const preferences = signal<Preferences | undefined>({ ...INITIAL_PREFERENCES, ...inForce });
  const policy = signal(inForce.policy);
  const connect = openConnect(stored, { baseUrl: stored.baseUrl, apiKey: '' }, policy);
  const onCopyDiagnostics = vi.fn(async () => {});
  const requestPermission = vi.fn(async () => true);
  const settings = createSettings({
    ...{ stored: preferences, connection: connect.connection, requestPermission },
    store: async () => preferences.value,
    removePermission: async () => {},
    hasPermission: async (name) => isAllowed && name === 'notifications',
    listCommands: async () => [],
    onPermittedChange() {},
  });
  await settings.refresh();
  draw(
    <Options
      connecting={connect.form}
      settings={settings}
      shortcutsAddress={null}
      onChangeShortcuts={() => {}}
      onCopyDiagnostics={onCopyDiagnostics}
    />,
  );
  return { ...connect, onCopyDiagnostics, policy, preferences, requestPermission };
}

const SAVED = 'Saved. Leave empty to keep it.';

it('does not call a key saved that the service has refused', async () => {
  const { accounts, check } = await open({});
  await says(SAVED);
  const failure = { code: 'keyRefused', message: null } as const;
  accounts.answer(0, { failure });
  await waitUntil(() => expect(document.body.textContent).not.toContain(SAVED));
  await check({ state: 'passed', baseUrl: STANDING.baseUrl });
  await says(SAVED);
  await check({ state: 'failed', at: 'apiKey', failure });
  await waitUntil(() => expect(document.body.textContent).not.toContain(SAVED));
});

it('says how to clear the report link, and what it is by default once it is empty', async () => {
  await open({});
  await says('Clear it to have no report links.');
  await type('Report link', '');
  await says(`No report links. The default is ${STANDING.baseUrl}/reports/{id}.`);
  expect(document.body.textContent).not.toContain('Clear it');
});

it('does not say how to clear the report link where it is empty for lack of a connection', async () => {
  const { connection } = await open({});
  connection.value = undefined;
  await says(/No report links\. The default is .*\{Base URL\}\/reports\/\{id\}/);
  await waitUntil(() => expect(document.body.textContent).not.toContain('Clear it'));
});

const isDisabled = async (role: string, name: string) =>
  ((await one(role, name)) as HTMLInputElement).disabled;

describe('what an administrator has set', () => {
  it('is shown, and cannot be changed: base URL, report link and privacy', async () => {
    const reportLink = 'https://r.example/{id}';
    const policy = { baseUrl: STANDING.baseUrl, reportLink, defaultPrivacy: 0 as const };
    await open({ reportLink, defaultPrivacy: 0, policy });
    for (const [name, value] of [
      ['Base URL', STANDING.baseUrl],
      ['Report link', reportLink],
    ]) {
      const field = (await one('textbox', name)) as HTMLInputElement;
      expect([field.value, field.readOnly]).toEqual([value, true]);
    }
    expect(await isDisabled('radio', 'Public')).toBe(true);
    expect(document.body.textContent?.split(SET)).toHaveLength(4);
  });

  it('of notifications is on once the browser allows them, and off for good', async () => {
    const on = { notifiesOfDone: true, notifiesOfAttention: true, policy: { notifications: true } };
    const name = 'When a report is done';
    await open(on);
    expect(await isDisabled('checkbox', name)).toBe(true);
    const { requestPermission } = await open(on, false);
    expect(await isDisabled('checkbox', name)).toBe(false);
    await press(name, 'checkbox');
    await waitUntil(() => expect(requestPermission).toHaveBeenCalled());
    await open({ policy: { notifications: false } });
    expect(await isDisabled('checkbox', name)).toBe(true);
  });

  it('of another base URL than the connected one says so, and connects nobody', async () => {
    const { connect, policy } = await open({});
    policy.value = { baseUrl: 'https://office.example' };
    await says("you're connected to another one");
    await says(`Connected to`);
    const field = (await one('textbox', 'Base URL')) as HTMLInputElement;
    expect(field.value).toBe('https://office.example');
    expect(all('button', 'Connect')).toHaveLength(1);
    expect(connect).not.toHaveBeenCalled();
  });

  it('is free again when the policy is gone', async () => {
    const { policy } = await open({ policy: { baseUrl: STANDING.baseUrl } });
    policy.value = {};
    await waitUntil(() => {
      const [field] = all('textbox', 'Base URL') as HTMLInputElement[];
      expect(field?.readOnly).toBe(false);
    });
  });
});

it('nothing is said of an organization where there is no policy', async () => {
  await open({ policy: {} });
  expect(document.body.textContent).not.toContain('organization');
});

it('diagnostics are copied, and a person is told what is not in them', async () => {
  const { onCopyDiagnostics } = await open({});
  await press('Copy diagnostics');
  await says('Diagnostics copied. They contain no address, key or header value.');
  expect(onCopyDiagnostics).toHaveBeenCalledOnce();
});

it('a person who comes to replace the key has the focus on its field', async () => {
  const { connection } = await open({});
  history.replaceState(null, '', '#apiKey');
  guideFocus(connection, async () => true);
  expect(document.activeElement).toBe(await one('textbox', 'API key'));
});

it('the hint about ratings describes the checkbox of the toolbar button alone', async () => {
  await open({});
  const hint = 'Only ratings stored in this browser.';
  const region = await one('region', 'Toolbar button');
  expect(region.textContent).toContain(hint);
  expect((await one('region', 'Notifications')).textContent).not.toContain(hint);
  const checkbox = await one('checkbox', "Show this page's rating on the button", region);
  const descriptionId = checkbox.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(descriptionId)?.textContent).toContain(hint);
  for (const other of all('checkbox', undefined, await one('region', 'Notifications'))) {
    expect(other.hasAttribute('aria-describedby')).toBe(false);
  }
});

it.each([
  ['shows whose key it is', [{ name: 'name', value: 'Ann' }], ['Ann']],
  ['shows no empty list of facts', [{ name: 'locale', value: 'de' }], null],
])('the account %s', async (_, fields, facts) => {
  const { accounts } = await open({});
  accounts.answer(accounts.count - 1, { value: { fields, isCut: false } });
  const region = await one('region', 'Account');
  const list = region.querySelector(':scope > dl');
  const values = list && [...list.querySelectorAll('dd')].map(({ textContent }) => textContent);
  expect(values).toEqual(facts);
});
