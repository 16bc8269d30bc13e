import { describe, expect, it } from 'vitest';
import { sleepUntil } from '../endurance/computer-sleep';
import { createGate } from '../service/gate';
import { app, bareAddress, failures, inChromium, until, useService } from './app';
import type { StoredTasks } from './stored';

useService({ keepAlive: false });

const inOneBrowser = inChromium('nothing in it is done by the browser');

async function pressAndClose() {
  const popup = await app.popup();
  await popup.press('Create report');
  await until('the request is on the wire', () => app.requests('POST').length === 1);
  await popup.leave();
}

describe('a report on its way', () => {
  inOneBrowser(
    'is shown when the popup is reopened, says why it was refused, and can be edited',
    async () => {
      const page = app.service.samplePages.good;
      const gate = createGate();
      app.service.behave({ on: { method: 'POST' }, times: 1, gate, fail: failures.invalid });
      await pressAndClose();
      const again = await app.popupAgain();
      await again.says('Creating report…');
      gate.open();
      await again.says(`${bareAddress(page)} wasn't reported`);
      await again.says('Its host does not exist.');
      await again.press('Edit');
      expect(await again.value('URL')).toBe(page);
      expect(await again.create()).toContain('Report created');
      await again.queueEnds();
      expect(app.service.reports()).toHaveLength(1);
    },
  );

  it('is found by address without query if its answer was lost, and not sent again', async () => {
    const page = app.service.samplePages.good;
    const popup = await app.popup(`${page}?token=3f2a9b1c#part`);
    app.service.behave({ on: { method: 'POST' }, fail: failures.cutAfterWork });
    await popup.press('Create report');
    await popup.says('Report created · Good');
    expect(app.service.reports()).toHaveLength(1);
    expect(app.requests('POST')).toHaveLength(1);
    const asked = app.service.requests.map(({ search }) => search);
    const searches = asked.map((search) => new URLSearchParams(search).get('search') ?? '');
    expect(searches.map(bareAddress)).toContain(bareAddress(page));
    expect(asked.join()).not.toContain('token');
  });

  it('is found in the list if the worker was stopped before the answer', async () => {
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

  it('is looked for if the worker was stopped before the service did the work, until discarded', async () => {
    app.service.behave({ on: { method: 'POST' }, gate: createGate() });
    await pressAndClose();
    await app.worker.stop();
    const again = await app.popupAgain();
    const said = `${bareAddress(app.service.samplePages.good)} was created`;
    await until('it is looked for', async () => (await again.queue())[0]?.includes(said));
    await again.press('Discard');
    await again.queueEnds();
    expect(app.service.reports()).toEqual([]);
    expect(app.requests('POST')).toHaveLength(1);
  });

  inOneBrowser(
    'is left to the person if its answer was a redirect and no list shows it',
    async () => {
      app.service.behave({ on: { method: 'POST' }, times: 1, fail: failures.found });
      await pressAndClose();
      const isStuck = ({ tasks }: StoredTasks) => tasks.some(({ state }) => state === 'stuck');
      await sleepUntil('it is stuck', isStuck, app.stage, app.service);
      const again = await app.popupAgain();
      await again.says(`${bareAddress(app.service.samplePages.good)} was created`);
      expect(app.requests('POST')).toHaveLength(1);
      await again.press('Send again');
      await again.queueEnds();
      expect(app.service.reports()).toHaveLength(1);
      expect(app.requests('POST')).toHaveLength(2);
    },
  );
});
