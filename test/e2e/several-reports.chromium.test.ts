import { expect, it } from 'vitest';
import { announcements } from '../browser/announcements';
import { until } from '../browser/condition';
import { fill, press } from '../browser/roles';
import { createGate } from '../service/gate';
import { failures } from '../service/served-failure';
import { openPopup, requestsBy, service, useService } from './fixture';
import {
  fieldText,
  queuedReports,
  untilNothingIsOnItsWay,
  untilRows,
  untilSaid,
} from './popup-reading';

const NEXT = 'https://next.example/page';

useService({ keepAlive: false });

function urlsSent(): (string | undefined)[] {
  return requestsBy('POST').map(({ form }) => form?.find(([name]) => name === 'url')?.[1]);
}

it('lets another address be reported while a report is being created', async () => {
  const page = service.samplePages.good;
  const gate = createGate();
  service.behave({ on: { method: 'POST' }, times: 1, gate });
  const popup = await openPopup();
  await press(popup, 'Create report');
  await until('the first is on the wire', () => requestsBy('POST').length === 1);
  // The very same form is one report.
  await press(popup, 'Create report');
  await fill(popup, 'URL', NEXT);
  await press(popup, 'Create report');
  await until('the second is created', async () =>
    (await announcements(popup)).status.startsWith('Report created'),
  );
  expect(service.reports().map(({ url }) => url)).toEqual([NEXT]);
  expect(await queuedReports(popup)).toEqual([`Creating ${page}`]);
  gate.open();
  await untilSaid(popup, `Created ${page} · Good`);
  await untilNothingIsOnItsWay(popup);
  await untilRows(popup, (rows) => rows.length === 2);
  expect(urlsSent()).toEqual([page, NEXT]);
});

it('tells of one that is refused meanwhile, and keeps it', async () => {
  const page = service.samplePages.good;
  const gate = createGate();
  service.behave({ on: { method: 'POST' }, times: 1, gate, fail: failures.invalid });
  const popup = await openPopup();
  await press(popup, 'Create report');
  await until('the first is on the wire', () => requestsBy('POST').length === 1);
  await fill(popup, 'URL', NEXT);
  await press(popup, 'Create report');
  gate.open();
  await untilSaid(popup, `${page} wasn't reported`);
  await untilSaid(popup, 'URL: This address cannot be analysed.');
  expect(await fieldText(popup, 'URL')).toBe(NEXT);
  await press(popup, 'Send again');
  await untilNothingIsOnItsWay(popup);
  expect(
    service
      .reports()
      .map(({ url }) => url)
      .sort(),
  ).toEqual([page, NEXT].sort());
});
