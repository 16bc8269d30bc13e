import { expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { app, failures, until, useService } from './app';

const NEXT = 'https://next.example/page';

useService({ keepAlive: false });

it('lets another address be reported while a report is being created', async () => {
  const page = app.service.samplePages.good;
  const gate = createGate();
  app.service.behave({ on: { method: 'POST' }, times: 1, gate });
  const popup = await app.popup();
  await popup.press('Create report');
  await until('the first is on the wire', () => app.requests('POST').length === 1);
  // The very same form is one report.
  await popup.press('Create report');
  await popup.fill('URL', NEXT);
  await popup.press('Create report');
  await until('the second is created', async () =>
    (await popup.announcements()).status.startsWith('Report created'),
  );
  expect(app.service.reports().map(({ url }) => url)).toEqual([NEXT]);
  expect(await popup.queue()).toEqual([`Creating ${page}`]);
  gate.open();
  await popup.says(`Created ${page} · Good`);
  await popup.queueEnds();
  await popup.rows((rows) => rows.length === 2);
  expect(app.requests('POST')).toHaveLength(2);
});

it('tells of one that is refused meanwhile, and keeps it', async () => {
  const page = app.service.samplePages.good;
  const gate = createGate();
  app.service.behave({ on: { method: 'POST' }, times: 1, gate, fail: failures.invalid });
  const popup = await app.popup();
  await popup.press('Create report');
  await until('the first is on the wire', () => app.requests('POST').length === 1);
  await popup.fill('URL', NEXT);
  await popup.press('Create report');
  gate.open();
  await popup.says(`${page} wasn't reported`);
  await popup.says('URL: This address cannot be analysed.');
  expect(await popup.value('URL')).toBe(NEXT);
  await popup.press('Send again');
  await popup.queueEnds();
  expect(new Set(app.service.reports().map(({ url }) => url))).toEqual(new Set([page, NEXT]));
});
