import { expect, it } from 'vitest';
import type { StoredQueue } from '../browser/stored';
import { sleepUntil } from '../endurance/computer-sleep';
import { OTHER_SHAPE } from '../service/report-json';
import { app, failures, until, useService } from './app';

const LISTED = 'https://www.clinic.example/appointments';

useService({
  keepAlive: false,
  shape: OTHER_SHAPE,
  reports: [{ url: LISTED, result: 'decent', privacy: 1 }],
});

it('the popup works with a service that answers with words, UUIDs and plain arrays', async () => {
  const popup = await app.popupWithRows(1);
  const [listed] = await popup.items('Recent reports');
  expect(listed).toContain('clinic.example/appointments');
  expect(listed).toMatch(/Decent .*Private/);
  expect(listed).not.toMatch(/Decent \d|issue/);

  await popup.press('Create report');
  await popup.says('Report created · Good');
  await popup.untilRows((rows) => rows.length === 2);
  await popup.shows('region', 'This page');
  expect(app.requests('POST')).toHaveLength(1);

  await popup.fill('Search', 'appoint', 'searchbox');
  await popup.untilRows((rows) => rows.length === 1);
  await popup.row('appointments').open();
  await popup.untilReportIsRead();
  await popup.choose('Public');
  await popup.press('Save changes');
  await popup.untilStatus('Changes saved · clinic.example/appointments');
  await popup.press('Update results');
  await until('the report is updated', () => app.requests('PUT').at(-1)?.body === 'results=1');
  await popup.says('Good');
  await popup.pressInMenu('Delete report');
  await popup.shows('button', 'Undo');
  await app.passUndoTime();
  await until('the report is deleted', () => app.requests('DELETE')[0]?.status === 200);
  expect(app.service.reports().map(({ url }) => url)).toEqual([app.service.samplePages.good]);
});

it('a creation without an answer waits for a person if the service uses UUIDs', async () => {
  app.service.behave({ on: { method: 'POST' }, times: 1, fail: failures.cutAfterWork });
  const popup = await app.popup();
  await popup.press('Create report');
  await popup.closeAfterWrites();
  const needsPerson = ({ operations: [one] }: StoredQueue) => one?.status === 'needsAttention';
  await sleepUntil('a person has to decide', needsPerson, app.testBrowser, app.service);
  const again = await app.popupAgain();
  await again.shows('button', 'Send again');
  expect(app.requests('POST')).toHaveLength(1);
  await again.press('Discard');
  await again.queueEnds();
});
