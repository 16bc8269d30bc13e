import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { Policy } from '@/lib/settings/policy';
import { openConnect, STORED_CONNECTION } from '../../support/open-connect';
import { drawServiceRegion } from '../../support/service-region-view';
import { all, press, says, type, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const ID = 'CF-Access-Client-Id';
const SECRET = 'CF-Access-Client-Secret';
const WITH_HEADERS = { ...STORED_CONNECTION, headerNames: [ID, SECRET] };
const STORED_KEY = { baseUrl: STORED_CONNECTION.baseUrl, apiKey: '' };
const passed: ConnectionCheck = { state: 'passed', baseUrl: STORED_CONNECTION.baseUrl };

beforeEach(useEnglish);

/** Draws the region of the options that connects, with the request headers unfolded. */
function drawRegion(...connecting: Parameters<typeof openConnect>) {
  const opened = openConnect(...connecting);
  opened.form.headers.isOpen.value = true;
  drawServiceRegion(opened.form);
  const sentHeaders = () => opened.connect.mock.lastCall?.[0].headers;
  return { ...opened, sentHeaders };
}

/**
 * Returns the field for the value of a header. Password fields have different roles in browsers.
 */
function valueField(number: number): HTMLInputElement {
  const label = [...document.querySelectorAll('label')].find(
    ({ textContent }) => textContent === `Value of header ${number}`,
  );
  return document.getElementById(label?.htmlFor ?? '') as HTMLInputElement;
}

async function typeValue(number: number, text: string): Promise<void> {
  await waitUntil(() => expect(valueField(number)).not.toBeNull());
  valueField(number).value = text;
  valueField(number).dispatchEvent(new Event('input', { bubbles: true }));
}

it('the fold Request headers is closed before the first connection', async () => {
  const { form } = openConnect();
  drawServiceRegion(form);
  const fold = document.querySelector('details');
  expect(fold?.open).toBe(false);
  expect(fold?.querySelector('summary')?.textContent).toBe('Request headers');
});

it('a header has a text field for its name and a password field for its value', async () => {
  const { startCheck, sentHeaders } = drawRegion();
  await press('Add header');
  await type('Name of header 1', ' X-Pass ');
  await typeValue(1, 'the pass');
  expect(valueField(1).type).toBe('password');
  await startCheck();
  expect(sentHeaders()).toEqual([{ name: 'X-Pass', value: 'the pass' }]);
});

it('a pasted header line fills name and value', async () => {
  const { startCheck, sentHeaders } = drawRegion();
  await press('Add header');
  await typeValue(1, 'X-Pass: the pass');
  await waitUntil(() => expect(valueField(1).value).toBe('the pass'));
  await startCheck();
  expect(sentHeaders()).toEqual([{ name: 'X-Pass', value: 'the pass' }]);
});

it('the button Cloudflare Access adds its two headers, and replaces an empty header', async () => {
  drawRegion();
  await press('Add header');
  await press('Cloudflare Access');
  await waitUntil(() => expect(all('listitem')).toHaveLength(2));
  const names = all('textbox').map((field) => (field as HTMLInputElement).value);
  expect(names).toEqual(expect.arrayContaining([ID, SECRET]));
  expect(all('button', 'Cloudflare Access')).toEqual([]);
});

it('the button Add header disappears when there are five headers', async () => {
  const { form } = drawRegion();
  form.headers.add(['X-1', 'X-2', 'X-3', 'X-4', 'X-5', 'X-6']);
  await waitUntil(() => expect(all('listitem')).toHaveLength(5));
  expect(all('button', 'Add header')).toEqual([]);
});

it.each<[name: string, value: string, problem: string]>([
  ['X Pass', 'v', 'A header name can contain only letters, digits and hyphens.'],
  ['Cookie', 'v', "Browsers don't let extensions send this header. Remove it."],
  ['Accept', 'v', 'The extension sends this header itself. Remove it.'],
  ['X-Pass', '', "Enter the header's value."],
  ['X-Pass', 'x-pass', "This is the header's name. Paste its value."],
])(
  'the header %s with the value %j is refused with a message at its field',
  async (name, value, problem) => {
    const { form, requestPermission } = drawRegion();
    form.headers.add(['']);
    await type('Name of header 1', name);
    await typeValue(1, value);
    await form.connect('typed-key');
    await says(problem);
    expect(requestPermission).not.toHaveBeenCalled();
    const wrong = document.querySelector<HTMLElement>('[aria-invalid=true]');
    expect(wrong?.id).toContain(/X-Pass/.test(name) ? 'value' : 'name');
    form.headers.enter(form.headers.fields.value[0]?.id ?? 0, { name: 'X-Other' });
    await waitUntil(() => expect(document.querySelector('[aria-invalid=true]')).toBeNull());
  },
);

describe('stored headers', () => {
  it('show their names, but never their values', async () => {
    const { form, startCheck, sentHeaders } = drawRegion(WITH_HEADERS, STORED_KEY);
    await says('Saved');
    expect(all('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(ID),
      expect.stringContaining(SECRET),
    ]);
    expect([valueField(1).value, valueField(2).value]).toEqual(['', '']);
    expect(form.hasChanges.value).toBe(false);
    await startCheck();
    expect(sentHeaders()).toEqual([
      { name: ID, value: '' },
      { name: SECRET, value: '' },
    ]);
  });

  it('can be replaced and removed separately, without entering the key', async () => {
    const { form, connection, checks, startCheck, sentHeaders } = drawRegion(
      WITH_HEADERS,
      STORED_KEY,
    );
    await typeValue(2, 'newer');
    await press(`Remove header ${ID}`);
    expect(form.hasChanges.value).toBe(true);
    const { ended } = await startCheck();
    expect(sentHeaders()).toEqual([{ name: SECRET, value: 'newer' }]);
    checks.answer(0, passed);
    await ended;
    connection.value = { ...STORED_CONNECTION, headerNames: [SECRET] };
    await waitUntil(() => expect(all('listitem')).toHaveLength(1));
    await waitUntil(() => expect(valueField(1).value).toBe(''));
    expect(form.hasChanges.value).toBe(false);
    expect(document.body.innerHTML).not.toContain('newer');
  });

  it('leave no typed value in the page after a connection check', async () => {
    const { form, connectAndAnswer, sentHeaders } = drawRegion(WITH_HEADERS, STORED_KEY);
    await typeValue(1, 'newer');
    await connectAndAnswer(passed);
    expect(sentHeaders()?.[0]).toEqual({ name: ID, value: 'newer' });
    await waitUntil(() => expect(valueField(1).value).toBe(''));
    expect(form.hasChanges.value).toBe(false);
  });

  it('must be entered again for another address', async () => {
    const { form, requestPermission } = drawRegion(WITH_HEADERS, {
      baseUrl: 'https://other.example',
      apiKey: 'key',
    });
    await form.connect('key');
    await waitUntil(() => expect(valueField(1)).not.toBeNull());
    await says("Enter the header's value.");
    expect(requestPermission).not.toHaveBeenCalled();
  });

  it('stay in the form with typed headers when the worker publishes the connection', async () => {
    const { form, connection } = drawRegion(WITH_HEADERS, STORED_KEY);
    form.headers.add(['']);
    await type('Name of header 3', 'X-Third');
    connection.value = { ...WITH_HEADERS };
    expect(form.headers.fields.value.map(({ name }) => name)).toEqual([ID, SECRET, 'X-Third']);
  });
});

it('headers of an administrator can be neither renamed nor removed', async () => {
  const policy = signal<Policy | undefined>(undefined);
  const { form, startCheck, sentHeaders } = drawRegion(undefined, undefined, policy);
  policy.value = { requestHeaders: ['X-Office'] };
  await says('Set by your organization');
  expect(all('button', 'Remove header X-Office')).toEqual([]);
  await form.connect('typed-key');
  await says("Enter the header's value.");
  await typeValue(1, 'X-Office: the pass');
  await startCheck();
  expect(sentHeaders()).toEqual([{ name: 'X-Office', value: 'the pass' }]);
});
