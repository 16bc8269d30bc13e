import { beforeEach, describe, expect, it } from 'vitest';
import { createGate } from '../../service/gate';
import { jsonAnswer } from '../../service/served-answer';
import { failures, withRetryAfter } from '../../service/served-failure';
import { openAtService } from '../../support/at-service';
import { makeStorageFull } from '../../support/full-storage';
import { ACTIVE_TAB_URL } from '../../support/popup-view';
import {
  all,
  itemsOf,
  one,
  openReport,
  press,
  pressInMenu,
  row,
  says,
  saysNoMore,
  timesShown,
  type,
  useEnglish,
} from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const on = { method: 'POST' };
const URLS = ['https://one.example/', 'https://two.example/', 'https://three.example/'];
const NEXT = 'https://next.example/page';

beforeEach(useEnglish);

async function openInOutage(fail = failures.unavailable) {
  const extension = await openAtService([{ url: 'https://clinic.example/' }]);
  extension.service.behave({ fail });
  await extension.createAll(...URLS);
  await extension.untilBackoff();
  return { ...extension, ...(await extension.openPopup()) };
}

describe('while the service names a time to wait', () => {
  it('the backoff has one line, each report can be cancelled, and Retry now sends one report', async () => {
    const extension = await openAtService();
    extension.service.behave({ on, fail: withRetryAfter(failures.unavailable, 1800) });
    const [first = '', ...others] = URLS;
    await extension.createAll(first);
    await extension.untilBackoff();
    await extension.createAll(...others);
    await extension.openPopup();
    await says('The service is unavailable (503).');
    expect(timesShown('Retrying at')).toBe(1);
    const names = ['three', 'two', 'one'].map((name) =>
      expect.stringMatching(new RegExp(`${name}\\.example/.*Cancel$`)),
    );
    await waitUntil(() => expect(itemsOf('Activity')).toEqual(names));
    expect(timesShown('Stored in this browser. Sending continues after you close this.')).toBe(1);
    expect(timesShown('The service is unavailable (503).')).toBe(1);

    await press('Create report');
    await waitUntil(() => expect(itemsOf('Activity')).toHaveLength(4));
    all('button', 'Cancel')[0]?.click();
    await waitUntil(() => expect(itemsOf('Activity')).toEqual(names));
    expect(extension.requests('POST')).toHaveLength(1);

    await press('Retry now');
    await says('Still unavailable.');
    expect(extension.requests('POST')).toHaveLength(2);
    expect(itemsOf('Activity')).toHaveLength(3);
  });
});

describe('while the service does not answer', () => {
  it('Retry now creates and names each report, and reads the list', async () => {
    const { service } = await openInOutage();
    await waitUntil(() => expect(itemsOf('Activity')).toHaveLength(3));
    await press('Refresh');
    await says('This list is from');
    expect(timesShown('is unavailable (503)')).toBe(1);
    service.behave(null);
    await press('Retry now');
    for (const name of ['one', 'two', 'three']) {
      await says(new RegExp(`Report created · Good \\d+${name}\\.example/`));
    }
    for (const name of ['one', 'two', 'three']) await row(`${name}.example`);
    await saysNoMore('The service is unavailable');
    await saysNoMore('Retrying at');
    expect(service.reports()).toHaveLength(4);
  });

  it('a deletion is shown as waiting, and Undo restores its row', async () => {
    await openInOutage();
    await openReport('clinic.example');
    await pressInMenu('Delete report');
    await says('Waiting to delete');
    expect(document.body.textContent).not.toContain('Report deleted:');
    await press('Undo');
    await row('clinic.example');
    await saysNoMore('Waiting to delete');
  });

  it('a refused key leads to the field for another key', async () => {
    const { actions } = await openInOutage(failures.keyRefused);
    await says('The service refused the API key.');
    await press('Replace API key');
    expect(actions.onOpenSettings).toHaveBeenCalledExactlyOnceWith('apiKey');
  });

  it('a batch has a line in the popup, and shares the backoff with single reports', async () => {
    const extension = await openAtService();
    extension.service.behave({ on, fail: failures.unavailable });
    const subjects = URLS.map((url) => ({ kind: 'create', url, privacy: 1 }) as const);
    await extension.api.createJob(extension.connectionId, { id: 'b', subjects, isBatch: true });
    await extension.untilBackoff();
    await extension.createAll(NEXT);
    await extension.openPopup();
    await says('Batch: 0 of 3');
    await says('Waiting: next.example/page');
    expect(timesShown('Retrying at')).toBe(1);
  });
});

describe('while a report is being created', () => {
  it('the same page needs confirmation, and another page can be reported', async () => {
    const gate = createGate();
    const extension = await openAtService();
    extension.service.behave({ on, times: 1, gate });
    await extension.openPopup();
    await press('Create report');
    await waitUntil(() => expect(extension.requests('POST')).toHaveLength(1));
    await press('Create report');
    await says('A report of this page is already in progress. Create another?');
    await type('URL', NEXT);
    await saysNoMore('A report of this page is already in progress. Create another?');
    await press('Create report');
    await says('Report created');
    expect(extension.service.reports().map(({ url }) => url)).toEqual([NEXT]);
    expect(itemsOf('Activity')).toContainEqual(expect.stringContaining('host.example/'));
    gate.open();
    await says(/Report created · \w+ \d+host\.example\//);
    await row('host.example');
    expect(extension.requests('POST')).toHaveLength(2);
  });
});

describe('a refused report', () => {
  const answer = jsonAnswer(500, { message: 'The page answered with 404.' });
  const fail = { kind: 'answer', ...answer } as const;
  const REFUSED = "host.example/ wasn't reported";

  it('keeps its line until its report is created, even in a reopened popup', async () => {
    const extension = await openAtService();
    extension.service.behave({ on, times: 1, fail });
    await extension.openPopup();
    await press('Create report');
    await says(REFUSED);
    await type('URL', NEXT);
    await press('Create report');
    await says('Report created');
    await says(REFUSED);

    await extension.openPopup({ url: 'https://other.example/' });
    await says(REFUSED);
    for (const verb of ['Send again', 'Edit', 'Discard']) await one('button', verb);

    await extension.openPopup();
    await says(REFUSED);
    extension.service.behave({ on, times: 1, fail });
    await press('Create report');
    await waitUntil(() => expect(extension.requests('POST')).toHaveLength(3));
    await says(REFUSED);
    await waitUntil(() => expect(itemsOf('Activity')).toHaveLength(1));
    await press('Send again');
    await says('Report created');
    expect(extension.service.reports().map(({ url }) => url)).toEqual([ACTIVE_TAB_URL, NEXT]);
  });

  it('shows a failure of storage in its line', async () => {
    const extension = await openAtService();
    extension.service.behave({ on, times: 1, fail });
    await extension.openPopup();
    await press('Create report');
    await says(REFUSED);
    makeStorageFull();
    await press('Send again');
    const lines = () => itemsOf('Activity');
    await waitUntil(() => expect(lines()).toEqual([expect.stringContaining(REFUSED)]));
    await waitUntil(() =>
      expect(lines()[0]).toContain('Browser storage is full. Free up disk space and try again.'),
    );
  });
});

it('the extension sends and deletes nothing with full storage, and shows a new list', async () => {
  const extension = await openAtService([{ url: 'https://one.example/' }]);
  await extension.openPopup();
  await row('one.example');
  makeStorageFull();
  await press('Create report');
  await waitUntil(() =>
    expect(itemsOf('Activity')).toEqual([expect.stringContaining('Browser storage is full.')]),
  );
  extension.service.add({ url: 'https://two.example/' });
  await press('Refresh');
  await row('two.example');
  await openReport('one.example');
  await pressInMenu('Delete report');
  await says('so nothing was deleted');
  await row('one.example');
  expect([extension.requests('POST'), extension.requests('DELETE')]).toEqual([[], []]);
});
