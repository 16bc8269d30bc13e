import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { closePopup } from '../browser/popup';
import { byRole, fill, press, textsOf } from '../browser/roles';
import { type Service, startService } from '../service/service';
import { choose, fieldText, untilAlert, untilRows, untilSaid } from './popup-reading';
import { closePages, connectAtOnce } from './scene';
import { BUILT_EXTENSION, type Stage, startStage } from './stage';

let folder: string;
let stage: Stage;
let service: Service;

/** Starts a browser with a build in which a file that the popup loads later is another. */
async function startWithLater(
  kind: 'chunks' | 'assets',
  change: (text: string) => string | null,
): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'extension-'));
  await cp(BUILT_EXTENSION, folder, { recursive: true });
  const names = await readdir(join(folder, kind));
  const name = names.find((each) => each.startsWith('later-'));
  if (name === undefined) throw new Error(`The popup loads none of its ${kind} later.`);
  const path = join(folder, kind, name);
  const changed = change(await readFile(path, 'utf8'));
  if (changed === null) await rm(path);
  else await writeFile(path, changed);
  stage = await startStage({ extensionDir: folder });
}

beforeEach(async () => {
  service = await startService({ sampleReports: false });
  for (const number of [1, 2, 3]) service.add({ url: `https://shop.example/${number}` });
  await connectAtOnce(stage, service);
});
afterEach(async () => {
  await closePages(stage);
  await service.close();
});

async function stop(): Promise<void> {
  await stage.close();
  await rm(folder, { recursive: true });
}

async function openOrdinary(): Promise<{ popup: Page; page: Page }> {
  const opened = await stage.openPopupOn(service.samplePages.good);
  await untilRows(opened.popup, (rows) => rows.length === 3);
  return opened;
}

/** Where all that is to be seen stands. */
function places(popup: Page): Promise<string[]> {
  return popup.$$eval('button, input, select, li, h2', (elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.textContent, x, y, width, height].join();
    }),
  );
}

describe('while the rest of the popup is still to come', () => {
  beforeAll(() =>
    startWithLater(
      'chunks',
      (script) => `await new Promise((go) => (globalThis.letCome = go));\n${script}`,
    ),
  );
  afterAll(stop);

  /** Lets the rest come, which must have been asked for, and cannot be here yet. */
  async function letCome(popup: Page): Promise<void> {
    await popup.waitForFunction(() => 'letCome' in globalThis, { polling: 20 });
    await popup.evaluate(() => (globalThis as unknown as { letCome(): void }).letCome());
  }

  it('a press on a report is not lost', async () => {
    const { popup } = await openOrdinary();
    await popup.locator('[data-report] ::-p-text(https://shop.example/2)').click();
    expect(await popup.$(byRole('button', 'Back'))).toBeNull();
    await letCome(popup);
    await popup.locator(byRole('button', 'Back')).wait();
    expect(await textsOf(popup, 'h2')).toEqual(['https://shop.example/2']);
  });

  it('two presses on Create report send one report, as it was entered', async () => {
    const { popup } = await openOrdinary();
    const url = `${service.samplePages.good}?v=2`;
    await fill(popup, 'URL', url);
    await press(popup, 'Create report');
    await press(popup, 'Create report');
    expect(service.reports()).toHaveLength(3);
    await letCome(popup);
    await untilSaid(popup, 'The report was created: Good.');
    expect(service.reports().map((report) => report.url)).toContain(url);
    expect(service.reports()).toHaveLength(4);
  });

  it('a second press agrees to nothing that was not said yet', async () => {
    const { popup } = await openOrdinary();
    await choose(popup, 'Public');
    await press(popup, 'Create report');
    await press(popup, 'Create report');
    await letCome(popup);
    expect(await untilAlert(popup)).toContain('Press Create report again to publish');
    expect(service.reports()).toHaveLength(3);
  });

  it('what is typed into Search is searched for', async () => {
    const { popup } = await openOrdinary();
    await fill(popup, 'Search', 'example/3', 'searchbox');
    await letCome(popup);
    await untilRows(popup, (rows) => rows.length === 1);
    expect(await fieldText(popup, 'Search', 'searchbox')).toBe('example/3');
    await until('the service is asked', () =>
      service.requests.some(({ query }) => query.some(([, value]) => value === 'example/3')),
    );
  });

  it.each([
    ['an ordinary page', () => service.samplePages.good],
    ['a page that was reported once', () => service.samplePages.bad],
  ])('nothing moves when it comes, on %s', async (_, address) => {
    const url = address();
    const { page, popup: first } = await openOrdinary();
    await letCome(first);
    if (url === service.samplePages.bad) {
      await fill(first, 'URL', url);
      await press(first, 'Create report');
      await untilSaid(first, 'The report was created: Bad.');
    }
    await closePopup(first);
    await page.goto(url);
    const popup = await stage.openPopupAgain(page);
    await untilRows(popup, (rows) => rows.length >= 3);
    expect((await popup.$('.this-page')) !== null).toBe(url === service.samplePages.bad);
    const before = await places(popup);
    await letCome(popup);
    await until('the whole popup heeds its keys', async () => {
      await popup.keyboard.press('/');
      return popup.evaluate(() => document.activeElement?.matches('[type="search"]'));
    });
    expect(await places(popup)).toEqual(before);
  });

  it('a press on Refresh reads the list again', async () => {
    const { popup } = await openOrdinary();
    service.add({ url: 'https://shop.example/4' });
    await press(popup, 'Refresh');
    await letCome(popup);
    await untilRows(popup, (rows) => rows.length === 4);
  });
});

describe.each<[string, Parameters<typeof startWithLater>]>([
  ['whose code is damaged', ['chunks', () => 'throw new Error("Damaged");']],
  ['whose code is gone', ['chunks', () => null]],
  ['whose styles are gone', ['assets', () => null]],
])('a popup %s', (_, [kind, change]) => {
  beforeAll(() => startWithLater(kind, change));
  afterAll(stop);

  it('says so in one sentence, and what was typed is there again when it opens again', async () => {
    const { popup, page } = await openOrdinary();
    expect(await untilAlert(popup)).toContain('could not be loaded');
    const url = `${service.samplePages.good}?v=2`;
    await fill(popup, 'URL', url);
    await press(popup, 'Create report');
    expect(await fieldText(popup, 'URL')).toBe(url);
    expect(service.reports()).toHaveLength(3);
    await closePopup(popup);
    const again = await stage.openPopupAgain(page);
    expect(await untilAlert(again)).toContain('could not be loaded');
    expect(await fieldText(again, 'URL')).toBe(url);
  });
});
