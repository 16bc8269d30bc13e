import { describe, expect, it } from 'vitest';
import { listedReport } from '../browser/stored';
import { SERVICE_HOST } from '../browser/test-browser';
import { createGate } from '../service/gate';
import type { Service } from '../service/service';
import {
  app,
  byRole,
  creation,
  failures,
  inChromium,
  restartTestBrowser,
  type Screen,
  until,
} from './app';
import { inWorker } from './browser-ui/events';
import { openPrivateWindow } from './browser-ui/tabs';
import {
  AGENCY_PAGE,
  agencyId,
  creationsOf,
  expectOwnKeys,
  expectRows,
  other,
  SECOND_KEY,
  TEST_PAGE,
  testId,
  urlsOf,
  use,
  useTwoServices,
} from './two-services';

const launch = useTwoServices();

describe('with two services', () => {
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
    expect(await app.worker.callBackground('countWaitingOperations')).toEqual({ value: [] });
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
    // The worker stores the new time after the register.
    await until('the time to undo the deletion begins again', async () => {
      const [deletion] = (await app.worker.operations()).filter(({ kind }) => kind === 'delete');
      return Date.parse(deletion?.notBefore ?? '') > Date.now();
    });
    await app.worker.callForConnection('retryNow');
    await until('the report is created', () => urlsOf(other).join().includes('?secret'));
    expect(creationsOf(other).at(-1)?.form).toContainEqual(['password', 'opal-kite-7']);
    await until('the report is deleted', () => !urlsOf(other).includes(TEST_PAGE));
    expect(creationsOf(app.service)).toEqual([]);
    expect(await app.worker.itemsContaining('opal-kite-7')).toEqual([]);
    expectOwnKeys();
  });

  it('a private report waits in memory, and the menu warns before the change', async () => {
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
    // In Firefox, a popup that opens again in its tab does not know the page.
    const again = await app.testBrowser.openPopup(page);
    expect(await again.create()).toContain('Report created');
    expect(urlsOf(app.service).join()).toContain('?private');
    await again.closeAfterWrites();
    const places = await app.worker.itemsContaining('?private');
    expect(places.filter((place) => place.includes('operations'))).not.toEqual([]);
    await restartTestBrowser(launch);
    await use(testId);
    expect(await app.worker.operations()).toEqual([]);
  });

  it('services are changed without a network, and the reports of both wait and are created later', async () => {
    const popup = await app.popup(`${app.service.samplePages.good}?for-tests`);
    await expectRows(popup, 'test-page.example', 'agency-page.example');
    for (const service of [app.service, other]) service.behave({ fail: failures.cutBeforeWork });
    await popup.press('Refresh');
    await popup.says("Couldn't reach the service.");
    await popup.press('Create report');
    await popup.says('Waiting: ');
    await chooseInHeader(popup, other, app.service);
    await untilInUse(agencyId);
    await expectChanged(popup, 'agency-page.example', 'test-page.example');
    await popup.closeAfterWrites();
    const again = await app.popup(`${app.service.samplePages.good}?for-agency`);
    await expectRows(again, 'agency-page.example', 'test-page.example');
    await again.press('Create report');
    await again.says('Waiting: ');
    await chooseInHeader(again, app.service, other);
    await untilInUse(testId);
    await expectChanged(again, 'test-page.example', 'agency-page.example');
    for (const service of [app.service, other]) service.behave(null);
    await app.worker.callForConnection('retryNow');
    await until('the report is created', () => urlsOf(other).join().includes('?for-tests'));
    await use(agencyId);
    await app.worker.callForConnection('retryNow');
    await until('the other report is created', () =>
      urlsOf(app.service).join().includes('?for-agency'),
    );
    expect(urlsOf(other)).toHaveLength(2);
    expect(urlsOf(app.service)).toHaveLength(2);
    expectOwnKeys();
  });

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
