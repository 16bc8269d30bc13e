import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listedReport } from '../../browser/stored';
import { SERVICE_HOST } from '../../browser/test-browser';
import { createGate } from '../../service/gate';
import { type Service, startService } from '../../service/service';
import {
  app,
  byRole,
  creation,
  failures,
  inChromium,
  restartTestBrowser,
  type Screen,
  until,
  useProfile,
  useService,
} from '../app';
import { inWorker } from '../browser-ui/events';
import { openPrivateWindow } from '../browser-ui/tabs';

const AGENCY_PAGE = 'https://agency-page.example/';
const TEST_PAGE = 'https://test-page.example/';

const userDataDir = useProfile();
const launch = { userDataDir, privateWindows: true };
const SECOND_KEY = 'key-of-second-account';

useService({
  launch,
  apiKey: 'key-of-agency-1',
  otherKeys: { [SECOND_KEY]: 77 },
  reports: [{ url: AGENCY_PAGE }],
});

let other: Service;
let agencyId: string;
let testId: string;

/** Connects the other service, which is then in use. */
beforeEach(async () => {
  other = await startService({ sampleReports: false, apiKey: 'key-of-tests-2' });
  other.add({ url: TEST_PAGE });
  agencyId = (await app.worker.connectionId()) ?? expect.fail('No service is connected.');
  const check = await app.worker.callBackground('connect', {
    connectionId: null,
    baseUrl: other.baseUrl,
    apiKey: other.apiKey,
    allowsUnencrypted: true,
  });
  expect(check).toMatchObject({ state: 'passed' });
  testId = (await app.worker.connectionId()) ?? expect.fail('No service is in use.');
  expect(testId).not.toBe(agencyId);
});
afterEach(async () => {
  await app.disconnect();
  await other.close();
});

async function use(connectionId: string): Promise<void> {
  expect(await app.worker.callBackground('useConnection', connectionId)).toEqual({ value: null });
}

const creationsOf = ({ requests }: Service) => requests.filter(({ method }) => method === 'POST');

const urlsOf = (service: Service) => service.reports().map(({ url }) => url);

/** Each service has received only requests with its own key. */
function expectOwnKeys(): void {
  for (const { requests, apiKey } of [app.service, other]) {
    const keys = new Set(requests.map(({ headers }) => headers.authorization));
    expect([...keys]).toEqual([`Bearer ${apiKey}`]);
  }
}

async function expectRows(popup: Screen, shown: string, hidden: string): Promise<void> {
  await popup.untilRows((rows) => rows.some((row) => row.includes(shown)));
  expect(await popup.mainText()).not.toContain(hidden);
}

describe('with two services', () => {
  it('a report goes to the service in use, and each popup shows the reports of this service', async () => {
    const popup = await app.popup(`${app.service.samplePages.good}?for-tests`);
    await expectRows(popup, 'test-page.example', 'agency-page.example');
    expect(await popup.create()).toContain('Report created');
    expect(creationsOf(other)).toHaveLength(1);
    expect(creationsOf(app.service)).toEqual([]);
    await popup.close();
    await use(agencyId);
    const again = await app.popup(`${app.service.samplePages.good}?for-agency`);
    await expectRows(again, 'agency-page.example', 'test-page.example');
    expect(await again.create()).toContain('Report created');
    expect(urlsOf(app.service).join()).toContain('for-agency');
    expect(urlsOf(app.service).join()).not.toContain('for-tests');
    expect(urlsOf(other).join()).not.toContain('for-agency');
    expectOwnKeys();
  });

  it('waiting reports of a service wait for their service, also while the worker is stopped', async () => {
    other.behave({ on: { method: 'POST' }, times: 1, fail: failures.tooManyRequests });
    await app.worker.createJobs(creation('https://waits.example/'));
    await until('the report waits', () => creationsOf(other).length === 1);
    await use(agencyId);
    expect(await app.worker.callBackground('listWaitingJobs')).toEqual({
      value: [{ connectionId: testId, waiting: 1, privateWaiting: 0, needsAttention: 0 }],
    });
    await app.worker.stop();
    await app.worker.moveTimesBack(600_000);
    await app.worker.createJobs(creation('https://sent.example/'));
    await until('the other report is created', () =>
      urlsOf(app.service).includes('https://sent.example/'),
    );
    expect(creationsOf(other)).toHaveLength(1);
    await use(testId);
    await app.worker.callForConnection('retryNow');
    await until('the waiting report is created', () =>
      urlsOf(other).includes('https://waits.example/'),
    );
    expect(creationsOf(app.service)).toHaveLength(1);
    expectOwnKeys();
  });

  it('the half-filled form and the search of one service do not appear at another service', async () => {
    const page = app.service.samplePages.bad;
    const popup = await app.popup(page);
    await popup.fill('URL', 'https://half.example/typed');
    await popup.fill('Search', 'only-in-tests', 'searchbox');
    await until('form and search are stored', async () => {
      const stored = JSON.stringify(await app.worker.stored('session'));
      return stored.includes('half.example/typed') && stored.includes('only-in-tests');
    });
    await popup.closeAfterWrites();
    await use(agencyId);
    const again = await app.popup(page);
    await expectRows(again, 'agency-page.example', 'test-page.example');
    expect(await again.value('Search', 'searchbox')).toBe('');
    expect(await again.value('URL')).not.toContain('half.example');
    const searches = app.service.requests.map(({ search }) => search).join();
    expect(searches).not.toContain('only-in-tests');
  });

  it('a tab that was requested for one service shows nothing of another service', async () => {
    const token = await app.worker.requestReports({ name: 'list', client: 'test-page.example' });
    await use(agencyId);
    const page = await app.testBrowser.openFile(`reports.html#${token}`);
    await page.says('was not found');
    await page.says('agency-page.example');
    expect(await page.mainText()).not.toContain('test-page.example');
  });

  it('both services, the service in use and both keys survive a restart of the browser', async () => {
    await use(agencyId);
    await restartTestBrowser(launch);
    await app.worker.wake();
    expect((await app.worker.connectionIds()).sort()).toEqual([agencyId, testId].sort());
    expect(await app.worker.connectionId()).toBe(agencyId);
    await app.worker.createJobs(creation('https://after-restart.example/'));
    await until('the service in use has the report', () =>
      urlsOf(app.service).includes('https://after-restart.example/'),
    );
    await use(testId);
    await app.worker.createJobs(creation('https://for-tests.example/'));
    await until('the other service has the report', () =>
      urlsOf(other).includes('https://for-tests.example/'),
    );
    expectOwnKeys();
  });

  it('disconnecting one service leaves the key, reports and permission of the other', async () => {
    await app.worker.callBackground('disconnect', testId);
    expect(await app.worker.connectionIds()).toEqual([agencyId]);
    expect(await app.worker.connectionId()).toBeUndefined();
    expect(await app.worker.itemsContaining(testId)).toEqual([]);
    expect(await app.worker.itemsContaining(other.apiKey)).toEqual([]);
    expect(await app.worker.itemsContaining(app.service.apiKey)).not.toEqual([]);
    expect(await app.worker.hasHost(SERVICE_HOST)).toBe(true);
    await use(agencyId);
    await app.worker.createJobs(creation('https://still.example/'));
    await until('the report is created', () =>
      urlsOf(app.service).includes('https://still.example/'),
    );
    await app.worker.callBackground('disconnect', agencyId);
    expect(await app.worker.hasHost(SERVICE_HOST)).toBe(false);
  });

  inChromium('tests cannot replace functions of the background in Firefox')(
    'the context menu names the service in use, and names no service if only one is connected',
    async () => {
      await app.worker.wake();
      await inWorker(`globalThis.titles = {};
        for (const { contextMenus } of [globalThis.chrome, globalThis.browser].filter(Boolean)) {
          const { update } = contextMenus;
          contextMenus.update = (id, change) => {
            titles[id] = change.title.replace(/[\\u2068\\u2069]/g, '');
            return update.call(contextMenus, id, change);
          };
        }`);
      const untilTitle = (title: string) =>
        until(`the menu says ${title}`, async () => {
          const titles = JSON.parse((await inWorker('JSON.stringify(titles)')) as string);
          return titles['report-page'] === title;
        });
      await use(agencyId);
      await untilTitle(`Report this page on ${new URL(app.service.baseUrl).host}`);
      await use(testId);
      await untilTitle(`Report this page on ${new URL(other.baseUrl).host}`);
      await app.worker.callBackground('disconnect', agencyId);
      await untilTitle('Report this page');
    },
  );
});

const hostOf = ({ baseUrl }: Service) => new URL(baseUrl).host;

async function chooseInHeader(page: Screen, from: Service, to: Service): Promise<void> {
  await page.press(hostOf(from));
  await page.pressMenuItem(hostOf(to));
}

async function pressInRow(options: Screen, service: Service, button: string): Promise<void> {
  const row = byRole('group', hostOf(service));
  await options.locator(`${row} ${byRole('button', button)}`).click();
}

async function untilInUse(connectionId: string | undefined): Promise<void> {
  await until('the connection is in use', async () => {
    return (await app.worker.connectionId()) === connectionId;
  });
}

/** Waits until a page has opened again for another service. A page that opens again has no text. */
async function expectChanged(page: Screen, shown: string, hidden: string): Promise<void> {
  const mainText = () => page.mainText().catch(() => '');
  await until(`the page shows ${shown}`, async () => (await mainText()).includes(shown));
  expect(await mainText()).not.toContain(hidden);
}

describe('on the screen', () => {
  it('header menu, Use in the options and the lines of All reports change the service', async () => {
    const reports = await app.reports();
    await reports.says('test-page.example');
    const popup = await app.popup();
    await expectRows(popup, 'test-page.example', 'agency-page.example');
    await chooseInHeader(popup, other, app.service);
    await untilInUse(agencyId);
    await expectChanged(popup, 'agency-page.example', 'test-page.example');
    await popup.closeAfterWrites();
    await reports.bringToFront();
    await reports.says(`In use: ${hostOf(app.service)}`);
    const { length } = other.requests;
    await reports.press(`Use ${hostOf(other)}`);
    await untilInUse(testId);
    await reports.saysNoMore('In use: ');
    const options = await app.options();
    await pressInRow(options, app.service, 'Use');
    await untilInUse(agencyId);
    await reports.bringToFront();
    await reports.press(`Go to ${hostOf(app.service)}`);
    await expectChanged(reports, 'agency-page.example', 'test-page.example');
    expect(other.requests.length).toBeGreaterThanOrEqual(length);
    expectOwnKeys();
  });

  it('a report in flight at the change is stored with its own service', async () => {
    const gate = createGate();
    other.behave({ on: { method: 'POST' }, gate });
    const popup = await app.popup(`${app.service.samplePages.good}?in-flight`);
    await popup.press('Create report');
    await until('the request is sent', () => creationsOf(other).length === 1);
    await chooseInHeader(popup, other, app.service);
    await popup.find('.service-item [aria-disabled=true]');
    await popup.closeAfterWrites();
    const again = await app.popupAgain();
    await again.says('Another service will be in use');
    expect(await again.mainText()).not.toContain('Not connected');
    await again.closeAfterWrites();
    gate.open();
    await untilInUse(agencyId);
    expect(await app.worker.callBackground('listWaitingJobs')).toEqual({ value: [] });
    expect(urlsOf(other).join()).toContain('in-flight');
    expectOwnKeys();
  });

  it('a report with a password and a deletion wait with their service, and then go on', async () => {
    const popup = await app.popup(`${app.service.samplePages.good}?secret`);
    await expectRows(popup, 'test-page.example', 'agency-page.example');
    other.behave({ on: { method: 'POST' }, times: 1, fail: failures.tooManyRequests });
    await popup.choose('Password');
    await popup.fill('Report password', 'opal-kite-7');
    await popup.press('Create report');
    await popup.says('Waiting: ');
    const stored = Object.entries(await app.worker.stored());
    const ofTest = Object.fromEntries(stored.filter(([key]) => key.includes(testId)));
    const report = listedReport(ofTest, TEST_PAGE);
    await app.worker.createJobs({ kind: 'delete', report });
    await chooseInHeader(popup, other, app.service);
    await untilInUse(agencyId);
    await expectChanged(popup, 'agency-page.example', 'test-page.example');
    await popup.press(hostOf(app.service));
    await until('the menu shows the numbers', async () =>
      (await popup.texts('.service-item')).join().includes('2 waiting'),
    );
    await app.worker.moveTimesBack(600_000);
    await popup.pressMenuItem(hostOf(other));
    await untilInUse(testId);
    const [deletion] = (await app.worker.operations()).filter(({ kind }) => kind === 'delete');
    expect(Date.parse(deletion?.notBefore ?? '')).toBeGreaterThan(Date.now());
    await app.worker.callForConnection('retryNow');
    await until('the report is created', () => urlsOf(other).join().includes('?secret'));
    expect(creationsOf(other).at(-1)?.form).toContainEqual(['password', 'opal-kite-7']);
    await until('the report is deleted', () => !urlsOf(other).includes(TEST_PAGE));
    expect(creationsOf(app.service)).toEqual([]);
    expect(await app.worker.itemsContaining('opal-kite-7')).toEqual([]);
    expectOwnKeys();
  });

  inChromium('never-remember.firefox.test.ts covers private windows of Firefox')(
    'a private report waits in memory, and the menu warns before the change',
    async () => {
      other.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
      const page = await openPrivateWindow(`${app.service.samplePages.good}?private`);
      const popup = await app.testBrowser.openPopup(page);
      await popup.press('Create report');
      await popup.says('Waiting: ');
      await popup.press(hostOf(other));
      const note = await popup.find('.service-note');
      expect(await note.evaluate(({ textContent }) => textContent)).toBe(
        '1 report of a private window is lost if the browser closes before it is sent.',
      );
      await popup.pressMenuItem(hostOf(app.service));
      await untilInUse(agencyId);
      await expectChanged(popup, 'agency-page.example', 'test-page.example');
      expect(await popup.create()).toContain('Report created');
      expect(urlsOf(app.service).join()).toContain('?private');
      await popup.closeAfterWrites();
      const places = await app.worker.itemsContaining('?private');
      expect(places.filter((place) => place.includes('operations'))).not.toEqual([]);
      await restartTestBrowser(launch);
      await use(testId);
      expect(await app.worker.operations()).toEqual([]);
    },
  );

  it('two accounts of a service are two entries, and each can be disconnected', async () => {
    const options = await app.options();
    await options.press('Connect another service');
    await options.connect({ ...app.service, apiKey: SECOND_KEY });
    await until('three services are connected', async () => {
      return (await app.worker.connectionIds()).length === 3;
    });
    const secondId = await app.worker.connectionId();
    expect([agencyId, testId]).not.toContain(secondId);
    await app.worker.createJobs(creation('https://second.example/'));
    await until('the report is created', () =>
      app.service.reports(SECOND_KEY).some(({ url }) => url === 'https://second.example/'),
    );
    expect(urlsOf(app.service)).toEqual([AGENCY_PAGE]);
    await pressInRow(options, other, 'Disconnect');
    await until('the service is disconnected', async () => {
      return !(await app.worker.connectionIds()).includes(testId);
    });
    expect(await app.worker.connectionId()).toBe(secondId);
    expect(await app.worker.hasHost(SERVICE_HOST)).toBe(true);
    await until('two entries are left', async () => {
      return (await options.texts('.services > li')).length === 2;
    });
  });

  it('two presses on Use and a disconnected service in use change the service once', async () => {
    const options = await app.options();
    await options.shows('group', hostOf(app.service));
    await options.evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('fieldset button')];
      const button = buttons.find(({ textContent }) => textContent === 'Use');
      button?.click();
      button?.click();
    });
    await untilInUse(agencyId);
    const popup = await app.popup();
    await expectRows(popup, 'agency-page.example', 'test-page.example');
    await popup.closeAfterWrites();
    await options.bringToFront();
    await pressInRow(options, app.service, 'Disconnect');
    await untilInUse(undefined);
    const { length } = other.requests;
    const choice = await app.popup();
    await choice.says('No service is in use.');
    expect(other.requests).toHaveLength(length);
    await choice.press('Use');
    await untilInUse(testId);
    await expectChanged(choice, 'test-page.example', 'agency-page.example');
  });
});
