import { expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { jsonAnswer } from '../service/served-answer';
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

it('a refused report keeps its line beside other presses and in a reopened popup, until its page is sent again', async () => {
  const on = { method: 'POST' };
  const answer = jsonAnswer(500, { message: 'The page answered with 404.' });
  const fail = { kind: 'answer', ...answer } as const;
  app.service.behave({ on, times: 1, fail });
  const popup = await app.popup();
  const page = app.service.samplePages.good;
  const refused = `${bareAddress(page)} wasn't reported`;
  await popup.press('Create report');
  await popup.says(refused);
  await popup.fill('URL', NEXT);
  await popup.press('Create report');
  await popup.says('Report created');
  await popup.says(refused);
  await popup.leave();
  for (const url of [app.service.samplePages.decent, page]) {
    const again = await app.popup(url);
    await again.says(refused);
    for (const verb of ['Send again', 'Edit', 'Discard']) await again.shows('button', verb);
    if (url !== page) await again.leave();
    else {
      app.service.behave({ on, times: 1, fail });
      await again.press('Create report');
      await until('it is sent', () => app.requests('POST').length === 3);
      await again.says(refused);
      await expect.poll(again.queue).toHaveLength(1);
      await again.press('Discard');
      await again.queueEnds();
    }
  }
});
