import { expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { app, bareAddress, failures, until, useService } from './app';
import { showState } from './states';

const NEXT = 'https://next.example/page';

useService({ keepAlive: false });

/** Presses Create report, and holds the answer back. */
async function pressHeld(fail?: (typeof failures)['invalid']) {
  const gate = createGate();
  app.service.behave({ on: { method: 'POST' }, times: 1, gate, ...(fail && { fail }) });
  const popup = await app.popup();
  await popup.press('Create report');
  await until('the first is on the wire', () => app.requests('POST').length === 1);
  return { popup, gate, page: app.service.samplePages.good };
}

it('the newest report has the first line, then those that need a person, each with its buttons', async () => {
  const popup = await showState('reports in every state');
  const lines = () =>
    popup.$$eval('.activity li', (items) =>
      items.map((item) => {
        const buttons = [...item.querySelectorAll('button')].map(({ innerText }) => innerText);
        const [sentence = ''] = item.innerText.split('\n');
        return [sentence.replace(/(\w+)\.example\S*/, '$1').trim(), buttons.join(', ')];
      }),
    );
  await expect.poll(lines, { timeout: 30_000 }).toEqual([
    ['Waiting: three', 'Cancel'],
    ["refused wasn't reported", 'Send again, Edit, Discard'],
    ['password needs its password again', 'Send, Discard'],
    ["Couldn't confirm that shop was created", 'Send again, Discard'],
    ['Creating two', ''],
    // Behind Queue details.
    ['Creating one', ''],
    ['Checking whether lost was created', 'Discard'],
  ]);
});

it('another page can be reported while a report is being created', async () => {
  const { popup, gate, page } = await pressHeld();
  await popup.press('Create report');
  await popup.says('Already waiting');
  await popup.fill('URL', NEXT);
  await popup.press('Create report');
  await until('the second is created', async () =>
    (await popup.announcements()).status.startsWith('Report created'),
  );
  expect(app.service.reports().map(({ url }) => url)).toEqual([NEXT]);
  expect(await popup.queue()).toContainEqual(expect.stringContaining(bareAddress(page)));
  gate.open();
  await popup.says(`${bareAddress(page)} · Good`);
  await popup.queueEnds();
  await popup.rows((rows) => rows.length === 2);
  expect(app.requests('POST')).toHaveLength(2);
});

it('a report that is refused meanwhile stays, and can be sent again', async () => {
  const { popup, gate, page } = await pressHeld(failures.invalid);
  await popup.fill('URL', NEXT);
  await popup.press('Create report');
  gate.open();
  await popup.says(`${bareAddress(page)} wasn't reported`);
  await popup.says('URL: This address cannot be analysed.');
  expect(await popup.value('URL')).toBe(NEXT);
  await popup.press('Send again');
  await popup.queueEnds();
  await until('both are made', () => app.service.reports().length === 2);
  expect(new Set(app.service.reports().map(({ url }) => url))).toEqual(new Set([page, NEXT]));
});
