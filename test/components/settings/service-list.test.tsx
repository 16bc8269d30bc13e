import { beforeEach, describe, expect, it } from 'vitest';
import { openConnect, STORED_CONNECTION } from '../../support/open-connect';
import { drawServiceRegion } from '../../support/service-region-view';
import { sampleConnection } from '../../support/stored-connection';
import {
  all,
  expectFocus,
  one,
  press,
  says,
  saysNoMore,
  type,
  useEnglish,
} from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const OTHER = sampleConnection({
  id: 'b',
  baseUrl: 'https://other.example',
  label: 'Client',
  account: { id: '8', email: 'grace@other.example' },
});

beforeEach(useEnglish);

function drawServices(inUse: 'first' | 'none' = 'first') {
  const opened = openConnect(STORED_CONNECTION);
  opened.form.showForm(null);
  opened.others.value = inUse === 'first' ? [OTHER] : [STORED_CONNECTION, OTHER];
  if (inUse === 'none') opened.connection.value = undefined;
  return { ...opened, ...drawServiceRegion(opened.form) };
}

/** Returns a button in the row of a service. */
async function buttonOf(service: string, name: string): Promise<HTMLElement> {
  return one('button', name, await one('group', service));
}

const inputOf = async (name: string) => (await one('textbox', name)) as HTMLInputElement;

describe('the only service', () => {
  it('has no list, and one more button', async () => {
    const opened = openConnect(STORED_CONNECTION, { baseUrl: '', apiKey: '' });
    drawServiceRegion(opened.form);
    await one('region', 'Services');
    expect(all('group', 'host.example')).toEqual([]);
    const names = all('button').map(({ textContent }) => textContent);
    expect(names.slice(-3)).toEqual(['Check connection', 'Disconnect', 'Connect another service']);
  });

  it('becomes a row above an empty form until Cancel is pressed', async () => {
    const opened = openConnect(STORED_CONNECTION, { baseUrl: '', apiKey: '' });
    drawServiceRegion(opened.form);
    await press('Connect another service');
    await one('group', 'host.example');
    expect((await inputOf('Base URL')).value).toBe('');
    await expectFocus('Base URL');
    await press('Cancel');
    await waitUntil(() => expect(all('group', 'host.example')).toEqual([]));
    expect((await inputOf('Base URL')).value).toBe(STORED_CONNECTION.baseUrl);
  });

  it('is absent before the first connection', async () => {
    drawServiceRegion(openConnect().form);
    await one('textbox', 'Base URL');
    expect(all('button', 'Connect another service')).toEqual([]);
  });
});

describe('the list of services', () => {
  it('has a named group for each service, with its account and its waiting operations', async () => {
    const { waitingOperations } = drawServices();
    const numbers = { waiting: 2, privateWaiting: 1, needsAttention: 1 };
    waitingOperations.answer(waitingOperations.count - 1, {
      value: [{ connectionId: 'b', ...numbers }],
    });
    await says('2 waiting');
    expect((await one('group', 'host.example')).textContent).toContain('In use');
    const { textContent } = await one('group', 'Client');
    for (const part of ['other.example', 'grace@other.example', '2 waiting', '1 needs attention']) {
      expect(textContent).toContain(part);
    }
    expect(textContent).toContain('1 report of a private window is lost');
    expect(textContent).not.toContain('In use');
  });

  it('names no service in use after Disconnect, and offers Use in each row', async () => {
    drawServices('none');
    await says('No service is in use. Choose one.');
    expect(all('button', 'Use')).toHaveLength(2);
  });

  it('puts a service in use, and says that the change waits for requests in flight', async () => {
    const { uses, useConnection } = drawServices();
    (await buttonOf('Client', 'Use')).click();
    const busy = await buttonOf('Client', 'Waiting for answers to sent requests…');
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    expect(useConnection.mock.calls).toEqual([['b']]);
    uses.answer(0, { failure: { code: 'notStored' } });
    await says('Browser storage is full.');
    expect((await one('group', 'Client')).textContent).toContain('Browser storage is full.');
  });

  it('checks a service without its form, and shows the steps in its row', async () => {
    const { grants, checks } = drawServices();
    (await buttonOf('Client', 'Check connection')).click();
    grants.answer(0, true);
    await one('list', 'Connection check', await one('group', 'Client'));
    await checks.untilCount(1);
    checks.answer(0, { state: 'passed', baseUrl: OTHER.baseUrl });
    await says('The connection works.');
    expect((await one('group', 'Client')).textContent).toContain('The connection works.');
  });

  it.each([
    ['Replace API key', 'API key'],
    ['Request headers', 'Request headers'],
    ['Report link', 'Report link'],
    ['Rename', 'Name'],
  ])('opens the form of a service by %s, with the focus on %s', async (button, field) => {
    drawServices();
    (await buttonOf('Client', button)).click();
    await expectFocus(field);
    expect(await inputOf('Base URL')).toHaveProperty('value', OTHER.baseUrl);
    expect(document.activeElement?.closest('fieldset')).toBe(await one('group', 'Client'));
    expect(document.querySelector('details')?.open).toBe(button === 'Request headers');
    await press('Cancel');
    await waitUntil(() => expect(all('textbox', 'Base URL')).toEqual([]));
  });

  it('stores the name and the report link of the service whose form is open', async () => {
    const { setLabel, setReportLink } = drawServices();
    (await buttonOf('Client', 'Rename')).click();
    const enter = async (name: string, text: string) => {
      await type(name, text);
      (await inputOf(name)).dispatchEvent(new FocusEvent('blur'));
      await waitUntil(() => expect(all('status').map((one) => one.textContent)).toContain('Saved'));
    };
    await enter('Name', ' Agency ');
    await enter('Report link', 'https://other.example/r/{id}');
    await waitUntil(() => expect(setReportLink).toHaveBeenCalled());
    expect(setLabel.mock.calls).toEqual([['b', 'Agency']]);
    expect(setReportLink.mock.calls).toEqual([['b', 'https://other.example/r/{id}']]);
  });

  it('asks about open jobs in the row of the service that a person disconnects', async () => {
    const { disconnects, others } = drawServices();
    (await buttonOf('Client', 'Disconnect')).click();
    const failure = { code: 'openJobs', creations: 2, changes: 0, deletions: 0 } as const;
    disconnects.answer(0, { failure: { ...failure, change: 'disconnect' } });
    const confirmation = await buttonOf('Client', 'Disconnect anyway');
    expect((await one('group', 'Client')).textContent).toContain('discards 2 waiting reports.');
    confirmation.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await disconnects.untilCount(2);
    others.value = [];
    disconnects.answer(1, { value: [] });
    await says('Disconnected from other.example. Its API key was removed from this browser.');
    await saysNoMore('API keys');
  });
});
