import { beforeEach, expect, it, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { WaitingOperations } from '@/lib/jobs/open-jobs';
import type { Result } from '@/lib/result';
import { createDeferredCalls } from '../../support/deferred-calls';
import { fakeBackground } from '../../support/page-view';
import { drawPopup } from '../../support/popup-view';
import { drawReports } from '../../support/reports-view';
import { CLIENT, waitingOperations } from '../../support/sample-services';
import { storeConnection } from '../../support/stored-connection';
import { all, one, press, says, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

/** Draws the popup of `host.example`, with `client.example` as another service. */
async function drawWithTwo(
  calls: Partial<BackgroundApi> = {},
  waiting: readonly WaitingOperations[] = [],
) {
  await storeConnection({ ...CLIENT, account: { id: '7', email: null } });
  const countWaitingOperations = vi.fn(async () => ({ value: waiting }));
  const background = fakeBackground({ countWaitingOperations, ...calls });
  return { ...(await drawPopup({ background })), countWaitingOperations };
}

const namesOf = (elements: readonly HTMLElement[]) =>
  elements.map((element) => element.getAttribute('aria-label') ?? element.textContent);

/** Returns the text of the elements that describe an item. */
function descriptionOf(item: HTMLElement): string {
  const ids = item.getAttribute('aria-describedby')?.trim().split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

it.each([
  ['the popup', drawPopup],
  ['All reports', drawReports],
])('the header of %s has no menu while one service is connected', async (_, drawPage) => {
  await drawPage();
  const header = await one('banner');
  expect(header.textContent).toContain('host.example');
  expect(all('button', 'host.example', header)).toEqual([]);
});

it('the header of All reports has a menu while several services are connected', async () => {
  await storeConnection(CLIENT);
  await drawReports({
    background: fakeBackground({ countWaitingOperations: async () => ({ value: [] }) }),
  });
  (await one('button', 'host.example', await one('banner'))).click();
  await one('menuitem', 'client.example');
});

it('the menu lists the services, marks the one in use, and ends with another service', async () => {
  const { actions } = await drawWithTwo();
  await press('host.example');
  await one('menu', 'host.example');
  await one('menuitem', 'client.example');
  expect(namesOf(all('menuitem'))).toEqual([
    'client.example',
    'host.example',
    'Connect another service',
  ]);
  expect(all('menuitem').map((item) => item.getAttribute('aria-current'))).toEqual([
    'false',
    'true',
    null,
  ]);
  await press('Connect another service', 'menuitem');
  expect(actions.onOpenSettings).toHaveBeenCalledExactlyOnceWith('another');
  await waitUntil(() => expect(all('menu')).toEqual([]));
});

it('the menu reads the waiting operations each time it opens', async () => {
  const waiting = [
    waitingOperations(CLIENT.id, { waiting: 2, needsAttention: 1 }),
    waitingOperations('a', { waiting: 3 }),
  ];
  const { countWaitingOperations } = await drawWithTwo({}, waiting);
  expect(countWaitingOperations).not.toHaveBeenCalled();
  await press('host.example');
  await says('7 · 2 waiting · 1 needs attention');
  expect(document.body.textContent).not.toContain('3 waiting');
  await press('host.example');
  await waitUntil(() => expect(all('menu')).toEqual([]));
  await press('host.example');
  await waitUntil(() => expect(countWaitingOperations).toHaveBeenCalledTimes(2));
});

it('the menu says at other services that private reports of the service in use will wait', async () => {
  const sentence =
    '2 reports of private windows are lost if the browser closes before they are sent.';
  await drawWithTwo({}, [waitingOperations('a', { waiting: 2, privateWaiting: 2 })]);
  await press('host.example');
  await says(sentence);
  expect(descriptionOf(await one('menuitem', 'client.example'))).toContain(sentence);
  expect(descriptionOf(await one('menuitem', 'host.example'))).not.toContain(sentence);
});

it('a chosen service is busy until the worker replies, and is then shown', async () => {
  const replies = createDeferredCalls<Result<null>>();
  const { goToInUse } = await drawWithTwo({ useConnection: replies.call });
  await press('host.example');
  await press('client.example', 'menuitem');
  const item = await one('menuitem', 'client.example');
  await waitUntil(() => expect(item.getAttribute('aria-disabled')).toBe('true'));
  expect(descriptionOf(item)).toContain('Waiting for answers to sent requests…');
  item.click();
  expect([replies.count, goToInUse.mock.calls.length]).toEqual([1, 0]);
  replies.answer(0, { value: null });
  await waitUntil(() => expect(goToInUse).toHaveBeenCalledOnce());
  expect(all('menu')).toEqual([]);
});

it('a failed change closes the menu and is an alert', async () => {
  const useConnection = async () => ({ failure: { code: 'notStored' } }) as const;
  const { goToInUse } = await drawWithTwo({ useConnection });
  await press('host.example');
  await press('client.example', 'menuitem');
  await waitUntil(() => expect(all('alert').map(({ textContent }) => textContent)).not.toEqual([]));
  expect(goToInUse).not.toHaveBeenCalled();
  await waitUntil(() => expect(all('menu')).toEqual([]));
});
