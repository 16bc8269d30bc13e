import { describe, expect, it } from 'vitest';
import { sleepUntil } from '../endurance/computer-sleep';
import { createGate } from '../service/gate';
import { app, byRole, creation, failures, until, useService } from './app';
import type { StoredTasks } from './stored';

useService({ keepAlive: false });

async function pressAndClose() {
  const popup = await app.popup();
  await popup.press('Create report');
  await until('the request is on the wire', () => app.requests('POST').length === 1);
  await popup.leave();
}

function untilStuck(): Promise<void> {
  const isSo = ({ tasks }: StoredTasks) => tasks.some(({ state }) => state === 'stuck');
  return sleepUntil('one is stuck', isSo, app.stage, app.service);
}

describe('a report on its way', () => {
  it('is looked for without the query and the fragment of its address', async () => {
    const page = app.service.samplePages.good;
    const popup = await app.popup(`${page}?token=3f2a9b1c#part`);
    app.service.behave({ on: { method: 'POST' }, fail: failures.cutAfterWork });
    await popup.press('Create report');
    await popup.says('Report created · Good');
    const searches = app.service.requests.map(({ search }) =>
      new URLSearchParams(search).get('search'),
    );
    expect(searches).toContain(page);
    expect(app.service.requests.map(({ search }) => search).join()).not.toContain('token');
  });

  it('is seen when the popup is opened again', async () => {
    const gate = createGate();
    app.service.behave({ on: { method: 'POST' }, gate });
    await pressAndClose();
    const again = await app.popupAgain();
    await again.says('Creating 1 report…');
    expect(await again.queue()).toEqual([`Creating ${app.service.samplePages.good}`]);
    gate.open();
    await again.queueEnds();
    expect(app.service.reports()).toHaveLength(1);
    expect(app.requests('POST')).toHaveLength(1);
  });

  it('is told of with the reason when the service refused it after the popup closed', async () => {
    const gate = createGate();
    app.service.behave({ on: { method: 'POST' }, gate, fail: failures.invalid });
    await pressAndClose();
    gate.open();
    await until('it is refused', () => app.requests('POST')[0]?.status === 422);
    const again = await app.popupAgain();
    await again.says(`${app.service.samplePages.good} wasn't reported`);
    await again.says('Its host does not exist.');
    app.service.behave(null);
    await again.press('Edit');
    expect(await again.value('URL')).toBe(app.service.samplePages.good);
    expect(await again.create()).toContain('Report created');
    await again.queueEnds();
    expect(app.service.reports()).toHaveLength(1);
  });

  it('has its details stay open when they are pressed just as they open by themselves', async () => {
    app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    await app.worker.add(creation('https://waiting.example/'));
    const popup = await app.popup();
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
    app.service.behave({ on: { method: 'POST' }, fail: failures.invalid });
    await app.worker.ask('retryNow');
    await pressed;
    await popup.nextFrames();
    expect(await button.evaluate(({ ariaExpanded }) => ariaExpanded)).toBe('true');
  });

  it.each([
    ['was lost', failures.cutAfterWork],
    ['was a web page', { ...failures.html, afterWork: true }],
    ['was empty', { ...failures.emptyBody, afterWork: true }],
    ['led elsewhere', { ...failures.found, afterWork: true }],
  ])('is found in the list when its answer %s, and not sent again', async (_, fail) => {
    app.service.behave({ on: { method: 'POST' }, fail });
    const popup = await app.popup();
    await popup.press('Create report');
    await popup.says('Report created · Good');
    expect(app.service.reports()).toHaveLength(1);
    expect(app.requests('POST')).toHaveLength(1);
  });

  it('is found in the list when the worker was stopped before the answer', async () => {
    app.service.behave({ on: { method: 'POST' }, fail: failures.silenceAfterWork });
    await pressAndClose();
    await until('the work is done', () => app.service.reports().length === 1);
    await app.worker.stop();
    const again = await app.popupAgain();
    await again.rows((rows) => rows.length === 1);
    await again.queueEnds();
    expect(app.service.reports()).toHaveLength(1);
    expect(app.requests('POST')).toHaveLength(1);
  });

  it('is looked for when the worker was stopped before the service did its work, until it is discarded', async () => {
    app.service.behave({ on: { method: 'POST' }, gate: createGate() });
    await pressAndClose();
    await app.worker.stop();
    const again = await app.popupAgain();
    const said = `Checking whether ${app.service.samplePages.good} was created`;
    await until('it is looked for', async () => (await again.queue())[0]?.includes(said));
    await again.press('Discard');
    await again.queueEnds();
    expect(app.service.reports()).toEqual([]);
    expect(app.requests('POST')).toHaveLength(1);
  });

  it('is left to the person when its answer led elsewhere and no search has found it, until they discard it', async () => {
    app.service.behave({ on: { method: 'POST' }, fail: failures.found });
    await pressAndClose();
    await untilStuck();
    const again = await app.popupAgain();
    await again.says(`Couldn't confirm that ${app.service.samplePages.good} was created`);
    await again.press('Discard');
    await again.queueEnds();
    expect(app.service.reports()).toEqual([]);
    expect(app.requests('POST')).toHaveLength(1);
  });

  it.each([
    ['nobody knows of it', failures.html],
    ['it was refused', failures.forbidden],
  ])('is sent again at a press of Send again when %s', async (_, fail) => {
    const gate = createGate();
    app.service.behave({ on: { method: 'POST' }, gate, fail });
    await pressAndClose();
    gate.open();
    await untilStuck();
    app.service.behave(null);
    const again = await app.popupAgain();
    await again.press('Send again');
    await again.queueEnds();
    expect(app.service.reports()).toHaveLength(1);
    expect(app.requests('POST')).toHaveLength(2);
  });

  it('is cancelled while it waits, and nothing is sent', async () => {
    app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    const popup = await app.popup();
    await popup.press('Create report');
    await popup.says('1 report waiting · retrying at');
    expect(await popup.queue()).toEqual([`Waiting: ${app.service.samplePages.good} Cancel`]);
    app.service.behave(null);
    await popup.press('Cancel');
    await popup.queueEnds();
    expect(app.service.reports()).toEqual([]);
    expect(app.requests('POST')).toHaveLength(1);
  });
});
