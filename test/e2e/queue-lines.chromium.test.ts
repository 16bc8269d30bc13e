import { expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { jsonAnswer } from '../service/served-answer';
import { app, bareAddress, type Screen, until, useService } from './app';

const NEXT = 'https://next.example/page';

useService({ keepAlive: false });

/** Waits until the page knows that its press is stored, and gives its form free again. */
async function isStored(popup: Screen): Promise<void> {
  await popup.locator('button.primary:not([aria-disabled=true])').wait();
}

/** Presses Create report, and holds the answer back. */
async function pressHeld() {
  const gate = createGate();
  app.service.behave({ on: { method: 'POST' }, times: 1, gate });
  const popup = await app.popup();
  await popup.press('Create report');
  await until('the first is on the wire', () => app.requests('POST').length === 1);
  await isStored(popup);
  return { popup, gate, page: app.service.samplePages.good };
}

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

it('a refused report keeps its line beside other presses and in a reopened popup, until it is made', async () => {
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
  await isStored(popup);
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
      await again.press('Send again');
      await again.queueEnds();
      expect(app.service.reports().map(({ url }) => url)).toEqual([page, NEXT]);
    }
  }
});
