import { describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { closePopup } from '../browser/popup';
import { byRole, press } from '../browser/roles';
import { sleepUntil } from '../endurance/computer-sleep';
import { createGate } from '../service/gate';
import { failures } from '../service/served-failure';
import {
  insider,
  openPopup,
  openPopupAgain,
  requestsBy,
  service,
  stage,
  useService,
} from './fixture';
import { creation } from './insider';
import {
  create,
  fieldText,
  nextFrames,
  queuedReports,
  untilNothingIsOnItsWay,
  untilRows,
  untilSaid,
} from './popup-reading';
import type { StoredTasks } from './stored';

useService({ keepAlive: false });

async function pressAndClose() {
  const popup = await openPopup();
  await press(popup, 'Create report');
  await until('the request is on the wire', () => requestsBy('POST').length === 1);
  await closePopup(popup);
}

function untilStuck(): Promise<void> {
  const isSo = ({ tasks }: StoredTasks) => tasks.some(({ state }) => state === 'stuck');
  return sleepUntil('one is stuck', isSo, stage, service);
}

describe('a report on its way', () => {
  it('is looked for without the query and the fragment of its address', async () => {
    const page = service.samplePages.good;
    const popup = await openPopup(`${page}?token=3f2a9b1c#part`);
    service.behave({ on: { method: 'POST' }, fail: failures.cutAfterWork });
    await press(popup, 'Create report');
    await untilSaid(popup, 'Report created · Good');
    const searches = service.requests.map(({ search }) =>
      new URLSearchParams(search).get('search'),
    );
    expect(searches).toContain(page);
    expect(service.requests.map(({ search }) => search).join()).not.toContain('token');
  });

  it('is seen when the popup is opened again', async () => {
    const gate = createGate();
    service.behave({ on: { method: 'POST' }, gate });
    await pressAndClose();
    const again = await openPopupAgain();
    await untilSaid(again, 'Creating 1 report…');
    expect(await queuedReports(again)).toEqual([`Creating ${service.samplePages.good}`]);
    gate.open();
    await untilNothingIsOnItsWay(again);
    expect(service.reports()).toHaveLength(1);
    expect(requestsBy('POST')).toHaveLength(1);
  });

  it('is told of with the reason when the service refused it after the popup closed', async () => {
    const gate = createGate();
    service.behave({ on: { method: 'POST' }, gate, fail: failures.invalid });
    await pressAndClose();
    gate.open();
    await until('it is refused', () => requestsBy('POST')[0]?.status === 422);
    const again = await openPopupAgain();
    await untilSaid(again, `${service.samplePages.good} wasn't reported`);
    await untilSaid(again, 'Its host does not exist.');
    service.behave(null);
    await press(again, 'Edit');
    expect(await fieldText(again, 'URL')).toBe(service.samplePages.good);
    expect(await create(again)).toContain('Report created');
    await untilNothingIsOnItsWay(again);
    expect(service.reports()).toHaveLength(1);
  });

  it('has its details stay open when they are pressed just as they open by themselves', async () => {
    service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    await insider.add(creation('https://waiting.example/'));
    const popup = await openPopup();
    const details = popup.locator(byRole('button', 'Queue details'));
    const button = await details.waitHandle();
    expect(await button.evaluate(({ ariaExpanded }) => ariaExpanded)).toBe('false');
    const pressed = button.evaluate(
      (element) =>
        new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            observer.disconnect();
            (element as HTMLElement).click();
            resolve();
          });
          observer.observe(element, { attributeFilter: ['aria-expanded'] });
        }),
    );
    service.behave({ on: { method: 'POST' }, fail: failures.invalid });
    await insider.ask('retryNow');
    await pressed;
    await nextFrames(popup);
    expect(await button.evaluate(({ ariaExpanded }) => ariaExpanded)).toBe('true');
  });

  it.each([
    ['was lost', failures.cutAfterWork],
    ['was a web page', { ...failures.html, afterWork: true }],
    ['was empty', { ...failures.emptyBody, afterWork: true }],
    ['led elsewhere', { ...failures.found, afterWork: true }],
  ])('is found in the list when its answer %s, and not sent again', async (_, fail) => {
    service.behave({ on: { method: 'POST' }, fail });
    const popup = await openPopup();
    await press(popup, 'Create report');
    await untilSaid(popup, 'Report created · Good');
    expect(service.reports()).toHaveLength(1);
    expect(requestsBy('POST')).toHaveLength(1);
  });

  it('is found in the list when the worker was stopped before the answer', async () => {
    service.behave({ on: { method: 'POST' }, fail: failures.silenceAfterWork });
    await pressAndClose();
    await until('the work is done', () => service.reports().length === 1);
    await stage.stopWorker();
    const again = await openPopupAgain();
    await untilRows(again, (rows) => rows.length === 1);
    await untilNothingIsOnItsWay(again);
    expect(service.reports()).toHaveLength(1);
    expect(requestsBy('POST')).toHaveLength(1);
  });

  it('is looked for when the worker was stopped before the service did its work, until it is discarded', async () => {
    service.behave({ on: { method: 'POST' }, gate: createGate() });
    await pressAndClose();
    await stage.stopWorker();
    const again = await openPopupAgain();
    const said = `Checking whether ${service.samplePages.good} was created`;
    await until('it is looked for', async () => (await queuedReports(again))[0]?.includes(said));
    await press(again, 'Discard');
    await untilNothingIsOnItsWay(again);
    expect(service.reports()).toEqual([]);
    expect(requestsBy('POST')).toHaveLength(1);
  });

  it('is left to the person when its answer led elsewhere and no search has found it, until they discard it', async () => {
    service.behave({ on: { method: 'POST' }, fail: failures.found });
    await pressAndClose();
    await untilStuck();
    const again = await openPopupAgain();
    await untilSaid(again, `Couldn't confirm that ${service.samplePages.good} was created`);
    await press(again, 'Discard');
    await untilNothingIsOnItsWay(again);
    expect(service.reports()).toEqual([]);
    expect(requestsBy('POST')).toHaveLength(1);
  });

  it.each([
    ['nobody knows of it', failures.html],
    ['it was refused', failures.forbidden],
  ])('is sent again at a press of Send again when %s', async (_, fail) => {
    const gate = createGate();
    service.behave({ on: { method: 'POST' }, gate, fail });
    await pressAndClose();
    gate.open();
    await untilStuck();
    service.behave(null);
    const again = await openPopupAgain();
    await press(again, 'Send again');
    await untilNothingIsOnItsWay(again);
    expect(service.reports()).toHaveLength(1);
    expect(requestsBy('POST')).toHaveLength(2);
  });

  it('is cancelled while it waits, and nothing is sent', async () => {
    service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    const popup = await openPopup();
    await press(popup, 'Create report');
    await untilSaid(popup, '1 report waiting · retrying at');
    expect(await queuedReports(popup)).toEqual([`Waiting: ${service.samplePages.good} Cancel`]);
    service.behave(null);
    await press(popup, 'Cancel');
    await untilNothingIsOnItsWay(popup);
    expect(service.reports()).toEqual([]);
    expect(requestsBy('POST')).toHaveLength(1);
  });
});
