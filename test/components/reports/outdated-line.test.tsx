import { beforeEach, expect, it, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import { connectionsItem, EMPTY_REGISTER } from '@/lib/connection/connection-register';
import { fakeBackground, publishQueue } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { CLIENT } from '../../support/sample-services';
import { sampleConnection } from '../../support/stored-connection';
import { all, one, press, says, saysNoMore, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

const OWN = sampleConnection();

/** Stores the register, as the worker does at a change. */
async function useConnection(inUse: string | null): Promise<{ value: null }> {
  await connectionsItem.write({ ...EMPTY_REGISTER, connections: [OWN, CLIENT], inUse });
  return { value: null };
}

/** Draws *All reports* of `host.example`, and puts another connection in use. */
async function drawOutdated(inUse: string | null, calls: Partial<BackgroundApi> = {}) {
  const use = vi.fn<BackgroundApi['useConnection']>(useConnection);
  const background = fakeBackground({ useConnection: use, ...calls });
  const drawn = await drawReports({ background });
  await waitUntil(() => expect(background.readAllReports).toHaveBeenCalled());
  await useConnection(inUse);
  await says('This page shows');
  return { ...drawn, background, use };
}

const textOf = ({ textContent }: HTMLElement) => textContent ?? '';
const buttonsOf = (element: Element | null) => all('button', undefined, element ?? undefined);
const lineButtons = () => buttonsOf(document.querySelector('.outdated')).map(textOf);

it.each([
  [
    'another connection is in use',
    CLIENT.id,
    'This page shows host.example. In use: client.example.',
    ['Use host.example', 'Go to client.example'],
  ],
  [
    'no connection is in use',
    null,
    'This page shows host.example. No service is in use.',
    ['Use host.example'],
  ],
])('if %s, the page says so and offers what to do', async (_, inUse, sentence, buttons) => {
  await drawOutdated(inUse);
  expect(all('status').map(textOf)).toContain(sentence);
  expect(lineButtons()).toEqual(buttons);
});

it('a page whose connection is not in use shows what it has, and enables no other control', async () => {
  await drawOutdated(CLIENT.id);
  expect(textOf(await one('main'))).toContain('host.example');
  const outside = [...document.querySelectorAll('main button, main input, main select')].filter(
    (control) => control.closest('fieldset[disabled]') === null,
  );
  expect(outside.map(({ textContent }) => textContent)).toEqual(lineButtons());
  expect((await one('button', 'Report many pages')).hasAttribute('disabled')).toBe(true);
});

it('a page whose connection is not in use calls nothing when its shared state changes', async () => {
  const { background } = await drawOutdated(CLIENT.id);
  const reads = () => vi.mocked(background.getMarks).mock.calls.length;
  const before = reads();
  await publishQueue({ historyRevision: 9 });
  await new Promise(setImmediate);
  expect(reads()).toBe(before);
  await press('Use host.example');
  await waitUntil(() => expect(reads()).toBe(before + 1));
});

it('a page whose connection is used again goes on, and reads its list again', async () => {
  const { background, use, goToInUse } = await drawOutdated(CLIENT.id);
  const reads = vi.mocked(background.listReports).mock.calls.length;
  await press('Use host.example');
  await saysNoMore('This page shows');
  expect(use).toHaveBeenCalledExactlyOnceWith('a');
  expect(goToInUse).not.toHaveBeenCalled();
  expect(document.querySelectorAll('fieldset[disabled]')).toHaveLength(0);
  await waitUntil(() => expect(background.listReports).toHaveBeenCalledTimes(reads + 1));
});

it('a failed change is an alert in the line', async () => {
  const failing = async () => ({ failure: { code: 'notStored' } }) as const;
  await drawOutdated(CLIENT.id, { useConnection: failing });
  await press('Use host.example');
  await one('alert');
  expect(lineButtons()).toEqual(['Use host.example', 'Go to client.example']);
});

it('a press leads to the connection in use', async () => {
  const { goToInUse, use } = await drawOutdated(CLIENT.id);
  await press('Go to client.example');
  expect(goToInUse).toHaveBeenCalledOnce();
  expect(use).not.toHaveBeenCalled();
});

it.each([
  [CLIENT.id, 'In use: client.example.', ['Go to client.example']],
  [null, 'No service is in use.', ['Choose a service']],
])(
  'a page whose connection was disconnected says so, with %s in use',
  async (inUse, rest, buttons) => {
    const { goToInUse } = await drawOutdated(CLIENT.id);
    await connectionsItem.write({ ...EMPTY_REGISTER, connections: [CLIENT], inUse });
    await says(`This page shows host.example, which is no longer connected. ${rest}`);
    expect(lineButtons()).toEqual(buttons);
    await press(buttons[0] ?? '');
    expect(goToInUse).toHaveBeenCalledOnce();
  },
);
