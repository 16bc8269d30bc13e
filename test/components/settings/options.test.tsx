import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAgencySettings } from '@/components/settings/agency-state';
import { focusNextStep, Options, openFormFor } from '@/components/settings/options';
import { createSettings } from '@/components/settings/settings-state';
import type { KeyboardCommand } from '@/lib/browser/commands';
import { type Agency, INITIAL_AGENCY } from '@/lib/settings/agency';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import { fakeBackup } from '../../support/fake-backup';
import { SVG_LOGO, SVG_TEXT } from '../../support/logos';
import { openConnect, STORED_CONNECTION } from '../../support/open-connect';
import { sampleConnection } from '../../support/stored-connection';
import { all, draw, one, press, says, type, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const SET = 'Set by your organization';

beforeEach(useEnglish);

/** Draws the options with these preferences. `isAllowed` says whether notifications are allowed. */
async function drawOptions(
  fields: Partial<Preferences>,
  isAllowed = true,
  stored = STORED_CONNECTION,
  commands: readonly KeyboardCommand[] = [],
) {
  const preferences = signal<Preferences | undefined>({ ...INITIAL_PREFERENCES, ...fields });
  const policy = signal(fields.policy);
  const connect = openConnect(stored, { baseUrl: stored.baseUrl, apiKey: '' }, policy);
  const onCopyDiagnostics = vi.fn(async () => {});
  const firstSteps = { onSeeClients: vi.fn(), onReportPage: vi.fn() };
  const requestPermission = vi.fn(async () => true);
  const store = vi.fn(async (_: Partial<Preferences>) => preferences.value);
  const setLabel = vi.fn(async (_: string, _label: string | null) => ({ value: null }));
  const settings = createSettings({
    stored: preferences,
    connection: connect.form.edited,
    requestPermission,
    store,
    setReportLink: async () => ({ value: null }),
    setLabel,
    removePermission: async () => {},
    hasPermission: async (name) => isAllowed && name === 'notifications',
    listCommands: async () => commands,
    onPermissionsUpdated() {},
  });
  await settings.refresh();
  const storedAgency = signal<Agency | undefined>(undefined);
  const agency = createAgencySettings({
    stored: storedAgency,
    policy,
    async store(change) {
      storedAgency.value = { ...INITIAL_AGENCY, ...storedAgency.value, ...change };
    },
    canDraw: async () => true,
  });
  draw(
    <Options
      connecting={connect.form}
      settings={settings}
      agency={agency}
      backup={fakeBackup()}
      shortcutsAddress={null}
      onChangeShortcuts={() => {}}
      firstSteps={firstSteps}
      onCopyDiagnostics={onCopyDiagnostics}
    />,
  );
  return {
    ...connect,
    storedAgency,
    setLabel,
    onCopyDiagnostics,
    policy,
    preferences,
    requestPermission,
    store,
  };
}

it('lists the shortcuts and the keyword of the address bar, if the browser has a keyboard', async () => {
  const region = () => all('region').find((one) => one.textContent?.includes('Keyboard shortcuts'));
  await drawOptions({});
  expect(region()).toBeUndefined();
  await drawOptions({}, true, STORED_CONNECTION, [
    { name: '_execute_action', shortcut: 'Alt+Shift+E' },
    { name: 'report-page', shortcut: '' },
  ]);
  const lines = [...(region()?.querySelectorAll('li') ?? [])].map((line) =>
    [...line.children].map((part) => part.textContent),
  );
  expect(lines).toEqual([
    ['Open the popup', 'Alt+Shift+E'],
    ['Report the current page with the default privacy', 'Not set'],
    ['Find a report: type this word and a space in the address bar', 'seor'],
  ]);
});

const SAVED = 'Saved. Leave empty to keep it.';

it('the key field does not say Saved after the service has refused the key', async () => {
  const { accounts, connectAndAnswer } = await drawOptions({});
  await says(SAVED);
  const failure = { code: 'keyRefused', message: null } as const;
  accounts.answer(0, { failure });
  await waitUntil(() => expect(document.body.textContent).not.toContain(SAVED));
  await connectAndAnswer({ state: 'passed', baseUrl: STORED_CONNECTION.baseUrl });
  await says(SAVED);
  await connectAndAnswer({ state: 'failed', at: 'apiKey', failure });
  await waitUntil(() => expect(document.body.textContent).not.toContain(SAVED));
});

it('the field Report link explains how to have no links, and its default', async () => {
  await drawOptions({});
  await says('Clear this field to turn report links off.');
  await type('Report link', '');
  await says(`No report links. The default is ${STORED_CONNECTION.baseUrl}/reports/{id}.`);
  expect(document.body.textContent).not.toContain('Empty this field');
});

it('an empty field Report link without a connection does not say how to have no links', async () => {
  const { connection } = await drawOptions({});
  connection.value = undefined;
  await says(/No report links\. The default is .*\{Base URL\}\/reports\/\{id\}/);
  await waitUntil(() => expect(document.body.textContent).not.toContain('Empty this field'));
});

const readDisabled = async (role: string, name: string) =>
  ((await one(role, name)) as HTMLInputElement).disabled;

describe('a policy', () => {
  it('sets base URL, report link and privacy, and makes their fields read-only', async () => {
    const reportLink = 'https://r.example/{id}';
    const policy = { baseUrl: STORED_CONNECTION.baseUrl, reportLink, defaultPrivacy: 0 as const };
    await drawOptions({ defaultPrivacy: 0, policy });
    for (const [name, value] of [
      ['Base URL', STORED_CONNECTION.baseUrl],
      ['Report link', reportLink],
    ]) {
      const field = (await one('textbox', name)) as HTMLInputElement;
      expect([field.value, field.readOnly]).toEqual([value, true]);
    }
    expect(await readDisabled('radio', 'Public')).toBe(true);
    expect(document.body.textContent?.split(SET)).toHaveLength(4);
  });

  it('turns allowed notifications on or off with read-only checkboxes', async () => {
    const on = {
      notifiesOfDone: true,
      notifiesOfAttention: true,
      notifiesOfWorse: true,
      policy: { notifications: true },
    };
    const name = 'When something got worse';
    await drawOptions(on);
    expect(await readDisabled('checkbox', name)).toBe(true);
    const { requestPermission } = await drawOptions(on, false);
    expect(await readDisabled('checkbox', name)).toBe(false);
    await press(name, 'checkbox');
    await waitUntil(() => expect(requestPermission).toHaveBeenCalled());
    await drawOptions({ policy: { notifications: false } });
    expect(await readDisabled('checkbox', name)).toBe(true);
  });

  it('shows a base URL that differs from the connection, and does not connect without a press', async () => {
    const { connect, policy } = await drawOptions({});
    policy.value = { baseUrl: 'https://office.example' };
    await says("you're connected to another one");
    await says(`Connected to`);
    const field = (await one('textbox', 'Base URL')) as HTMLInputElement;
    expect(field.value).toBe('https://office.example');
    expect(all('button', 'Connect')).toHaveLength(1);
    expect(connect).not.toHaveBeenCalled();
  });

  it('leaves the fields editable after its removal', async () => {
    const { policy } = await drawOptions({ policy: { baseUrl: STORED_CONNECTION.baseUrl } });
    policy.value = {};
    await waitUntil(() => {
      const [field] = all('textbox', 'Base URL') as HTMLInputElement[];
      expect(field?.readOnly).toBe(false);
    });
  });
});

it('the checkbox Keep up to date is off at first, and stores the choice', async () => {
  const { store } = await drawOptions({});
  const checkbox = (await one('checkbox', 'Keep up to date')) as HTMLInputElement;
  expect(checkbox.checked).toBe(false);
  checkbox.click();
  await waitUntil(() => expect(store).toHaveBeenCalledExactlyOnceWith({ keepsUpToDate: true }));
});

it('the checkbox When something got worse is off at first, and requests the permission', async () => {
  const { requestPermission } = await drawOptions({});
  const checkbox = (await one('checkbox', 'When something got worse')) as HTMLInputElement;
  expect(checkbox.checked).toBe(false);
  checkbox.click();
  await waitUntil(() => expect(requestPermission).toHaveBeenCalledWith('notifications'));
});

describe('the region Client sheet', () => {
  it('stores the name when the field is left', async () => {
    const { storedAgency } = await drawOptions({});
    const field = (await one('textbox', 'Agency')) as HTMLInputElement;
    field.value = 'Voss';
    field.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => expect(storedAgency.value?.name).toBe('Voss'));
  });

  it('shows the chosen logo as an image, and removes it', async () => {
    const { storedAgency } = await drawOptions({});
    expect(all('button', 'Remove logo')).toEqual([]);
    storedAgency.value = { ...INITIAL_AGENCY, logo: SVG_LOGO };
    const image = (await one('img', 'Logo')) as HTMLImageElement;
    expect(image.src).toBe(SVG_LOGO);
    await press('Remove logo');
    await waitUntil(() => expect(storedAgency.value?.logo).toBeNull());
  });

  it('brings a removed logo back by Undo, which has the focus', async () => {
    const { storedAgency } = await drawOptions({});
    storedAgency.value = { ...INITIAL_AGENCY, logo: SVG_LOGO };
    (await one('button', 'Remove logo')).focus();
    await press('Remove logo');
    const undo = await one('button', 'Undo');
    expect(document.activeElement).toBe(undo);
    undo.click();
    await waitUntil(() => expect(storedAgency.value?.logo).toBe(SVG_LOGO));
    await one('button', 'Remove logo');
    expect(all('button', 'Undo')).toEqual([]);
  });

  it.each([
    ['GIF89a', 'This file is neither a PNG nor an SVG. Choose another file.'],
    [SVG_TEXT.padEnd(200_001), 'This file is larger than 200 kB. Choose a smaller PNG or SVG.'],
  ])('says why a file cannot be the logo', async (content, sentence) => {
    await drawOptions({});
    const input = document.querySelector<HTMLInputElement>('[accept^=".png"]');
    Object.defineProperty(input, 'files', { value: [new File([content], 'logo.png')] });
    input?.dispatchEvent(new Event('change', { bubbles: true }));
    await says(sentence);
  });

  it('is read-only for the values of a policy', async () => {
    const { storedAgency } = await drawOptions({
      policy: { agencyName: 'Office', agencyColor: '#ff0000', agencyLogo: SVG_LOGO },
    });
    storedAgency.value = { ...INITIAL_AGENCY, name: 'Own' };
    const field = (await one('textbox', 'Agency')) as HTMLInputElement;
    expect([field.value, field.readOnly]).toEqual(['Office', true]);
    expect(document.querySelector<HTMLInputElement>('#agency-color')?.disabled).toBe(true);
    expect([...all('button', 'Choose logo…'), ...all('button', 'Remove logo')]).toEqual([]);
    await says(SET);
  });
});

it('the options do not mention an organization without a policy', async () => {
  await drawOptions({ policy: {} });
  expect(document.body.textContent).not.toContain('organization');
});

it('the message of Copy diagnostics says what the diagnostics do not contain', async () => {
  const { onCopyDiagnostics } = await drawOptions({});
  await press('Copy diagnostics for a bug report');
  await says('Diagnostics copied. They contain no address, key or header value.');
  expect(onCopyDiagnostics).toHaveBeenCalledOnce();
});

it('a link to replace the key focuses the key field', async () => {
  const { connection } = await drawOptions({});
  history.replaceState(null, '', '#apiKey');
  focusNextStep(connection, async () => true);
  expect(document.activeElement).toBe(await one('textbox', 'API key'));
});

it('the page focuses the check if the permission is missing and the base URL field is unchanged', async () => {
  const { connection } = await drawOptions({});
  const field = await one('textbox', 'Base URL');
  field.focus();
  focusNextStep(connection, async () => false);
  const button = await one('button', 'Check connection');
  await waitUntil(() => expect(document.activeElement).toBe(button));
});

describe('with several services', () => {
  const OTHER = sampleConnection({ id: 'b', baseUrl: 'https://other.example' });

  it('a link to replace the key opens the form of the service in use', async () => {
    const { connection, others, form } = await drawOptions({});
    others.value = [OTHER];
    await waitUntil(() => expect(all('textbox', 'API key')).toEqual([]));
    expect(all('textbox', 'Report link')).toEqual([]);
    history.replaceState(null, '', '#apiKey');
    openFormFor(location.hash, form);
    const field = await one('textbox', 'API key', await one('group', 'host.example'));
    focusNextStep(connection, async () => true);
    expect(document.activeElement).toBe(field);
    await one('textbox', 'Report link', await one('group', 'host.example'));
  });

  it('a link to connect another service opens an empty form', async () => {
    const { connection, form } = await drawOptions({});
    history.replaceState(null, '', '#another');
    openFormFor(location.hash, form);
    await one('heading', 'Connect another service');
    focusNextStep(connection, async () => true);
    expect(document.activeElement).toBe(await one('textbox', 'Base URL'));
    expect((document.activeElement as HTMLInputElement).value).toBe('');
  });

  it('the page focuses Check connection of the service in use if its permission is missing', async () => {
    const { connection, others } = await drawOptions({});
    others.value = [OTHER];
    const button = await one('button', 'Check connection', await one('group', 'host.example'));
    focusNextStep(connection, async () => false);
    await waitUntil(() => expect(document.activeElement).toBe(button));
  });
});

it('the hint about ratings describes only the checkbox of the toolbar button', async () => {
  await drawOptions({});
  const hint = 'Uses only ratings stored in this browser.';
  const region = await one('region', 'Toolbar button');
  expect(region.textContent).toContain(hint);
  expect((await one('region', 'Notifications')).textContent).not.toContain(hint);
  const checkbox = await one('checkbox', "Show this page's rating on the button", region);
  const descriptionId = checkbox.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(descriptionId)?.textContent).toContain(hint);
  for (const other of all('checkbox', undefined, await one('region', 'Notifications'))) {
    expect(other.getAttribute('aria-describedby')).not.toBe(descriptionId);
  }
});

it.each([
  ['shows the owner of the key', [{ name: 'name', value: 'Ann' }], ['Ann']],
  ['shows no list if the account has no known facts', [{ name: 'locale', value: 'de' }], null],
])('the region Account %s', async (_, fields, facts) => {
  const { accounts } = await drawOptions({});
  accounts.answer(accounts.count - 1, { value: { fields, isCut: false } });
  const region = await one('region', 'Account');
  const list = region.querySelector(':scope > dl');
  const values = list && [...list.querySelectorAll('dd')].map(({ textContent }) => textContent);
  expect(values).toEqual(facts);
});
