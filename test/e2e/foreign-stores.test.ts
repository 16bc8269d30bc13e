import { mkdir } from 'node:fs/promises';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STORE_VERSION } from '../../lib/model/store-version';
import { announcements } from '../browser/announcements';
import { until } from '../browser/condition';
import { evaluateInExtension } from '../browser/extension-origin';
import { grantHost } from '../browser/host-access';
import { connectThroughOptions, openOptions } from '../browser/options-page';
import { byRole, namesOf, press, textsOf } from '../browser/roles';
import { stopWorker } from '../browser/worker';
import { type Service, startService } from '../service/service';
import { accessibilityProblems } from './axe';
import { cutOff } from './cut-off';
import { watch } from './inertness';
import { fieldText, untilRows } from './popup-reading';
import { closePages, connectAtOnce } from './scene';
import { type Stage, startStage } from './stage';

declare const chrome: {
  storage: Record<
    'local' | 'session',
    {
      get(): Promise<Record<string, unknown>>;
      set(items: object): Promise<void>;
      remove(keys: string[]): Promise<void>;
      clear(): Promise<void>;
    }
  >;
};

let stage: Stage;
let service: Service;

beforeAll(async () => {
  stage = await startStage();
  await grantHost(stage.browser, stage.extensionId, 'http://127.0.0.1/*');
});
afterAll(() => stage.close());
beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  await closePages(stage);
  await evaluateInExtension(stage.browser, stage.extensionId, async () => {
    await chrome.storage.local.clear();
    await chrome.storage.session.clear();
  });
  await service.close();
});

function stored(): Promise<Record<string, unknown>> {
  return evaluateInExtension(stage.browser, stage.extensionId, () => chrome.storage.local.get());
}

/** Changes the store while the worker does not run; `null` in `values` stands there as null. */
async function write(values: object, removed: string[] = []): Promise<void> {
  await stopWorker(stage.browser, stage.extensionId);
  const change = async (set: object, keys: string[]) => {
    await chrome.storage.local.remove(keys);
    await chrome.storage.local.set(set);
  };
  await evaluateInExtension(stage.browser, stage.extensionId, change, values, removed);
}

/** The id of the connection that stands. */
async function connect(): Promise<string> {
  await connectAtOnce(stage, service);
  const { connection } = (await stored()) as { connection: { id: string } };
  return connection.id;
}

function untilCounted(page: Page, count: number): Promise<string> {
  const sentence =
    count === 1
      ? 'One stored entry could not be read, probably from another version, and was set aside.'
      : `${count} stored entries could not be read, probably from another version, and were set aside.`;
  return until(`the page says "${sentence}"`, async () => {
    const { status } = await announcements(page).catch(() => ({ status: '' }));
    return status.includes(sentence) && status;
  });
}

/** What must work whatever the store held: a report comes about, and is listed. */
async function expectCreation(popup: Page): Promise<void> {
  const url = await fieldText(popup, 'URL');
  const count = service.requests.filter(({ method }) => method === 'POST').length;
  await press(popup, 'Create report');
  // Reports that were refused before have their say as well.
  await until('the report is made', async () =>
    (await announcements(popup)).status.includes('The report was created'),
  );
  await untilRows(popup, (rows) => rows[0]?.includes(new URL(url).pathname) === true);
  const posts = service.requests.filter(({ method }) => method === 'POST');
  expect(posts).toHaveLength(count + 1);
}

describe('the store of an older version', () => {
  it('is brought to this one, with all of its submissions that can be read', async () => {
    const id = await connect();
    const old = { url: 'https://a.example/', privacy: 1, knownIds: [] };
    const failure = { code: 'invalid', message: 'No.', fields: [] };
    const submissions = [
      { id: 's1', ...old, state: 'failed', failure },
      { id: 's2', ...old, state: 'half-written' },
      { id: 's3', ...old, state: 'unclear', failure: { code: 'timed-out', seconds: 180 } },
    ];
    await write({ [`connection/${id}/submissions`]: submissions }, ['store-version']);

    const { popup } = await stage.openPopupOn(service.samplePages.good);
    await untilCounted(popup, 1);
    const after = await stored();
    expect(after).toMatchObject({
      'store-version': STORE_VERSION,
      'set-aside': { count: 1 },
      [`connection/${id}/submission/s1`]: { order: 1, state: 'failed', failure },
      [`connection/${id}/submission/s3`]: { order: 3, state: 'needs-you', why: 'unclear' },
    });
    expect(after).not.toHaveProperty([`connection/${id}/submissions`]);
    await expectCreation(popup);
  });
});

describe('the store of a newer version', () => {
  it('is used as far as it can be read, and the rest is set aside', async () => {
    const id = await connect();
    const before = await stored();
    await write({
      connection: { ...(before.connection as object), label: 'added later' },
      preferences: { defaultPrivacy: 'team' },
      [`connection/${id}/deletions`]: { byReport: {} },
      [`connection/${id}/tags`]: ['added later'],
      'store-version': STORE_VERSION + 7,
    });

    const { popup } = await stage.openPopupOn(service.samplePages.good);
    await untilCounted(popup, 2);
    expect(await stored()).toMatchObject({
      'store-version': STORE_VERSION,
      connection: { label: 'added later' },
      [`connection/${id}/tags`]: ['added later'],
      [`connection/${id}/bearer-key`]: service.apiKey,
    });
    await expectCreation(popup);
  });
});

const deep = `${'{"a":'.repeat(80)}1${'}'.repeat(80)}`;

/** Every kind of garbage, as JSON. */
const GARBAGE: Record<string, string> = {
  null: 'null',
  'a number': '-1.5',
  'a switch': 'true',
  'a text': '"<b>garbage</b>"',
  'an empty text': '""',
  'an object': '{}',
  'a list of nothing good': '[null, 1, "x", [], {}]',
  'a deep object': deep,
  'a text of a million characters': JSON.stringify('x'.repeat(1_000_000)),
  'wrong shapes':
    '{"id":7,"baseUrl":{"href":"x"},"reports":{"length":3},"query":[],"value":{"fields":[{"path":"x"}]},"failure":{"code":"invalid"},"defaultPrivacy":9}',
};

/** Everything that the extension keeps for a connection. */
function keysOf(id: string, pageUrl: string): string[] {
  const names = ['list', 'query', 'deletions', 'awaited-results', 'submission/s1', 'account'];
  return [...names, `page/${pageUrl}`].map((name) => `connection/${id}/${name}`);
}

describe.each(Object.entries(GARBAGE))('%s', (_, json) => {
  const garbage: unknown = JSON.parse(json);
  const furtherEntries = Array.isArray(garbage) ? garbage.length - 1 : 0;
  /** What the store says about itself, where there is room for more garbage. */
  const about = json.length > 100_000 ? [] : ['store-version', 'set-aside'];
  const aboutCount = about.length === 0 ? 0 : 1;

  async function fill(keys: string[]): Promise<void> {
    await write(Object.fromEntries(keys.map((key) => [key, garbage])));
    await evaluateInExtension(
      stage.browser,
      stage.extensionId,
      (drafts) => chrome.storage.session.set({ drafts }),
      garbage as object,
    );
  }

  it('under every key of a connection keeps nobody from reporting', async () => {
    const id = await connect();
    const keys = [...keysOf(id, service.samplePages.good), 'preferences'];
    await fill([...keys, ...about]);

    const { popup } = await stage.openPopupOn(service.samplePages.good);
    const { happened } = watch(popup);
    // Each deletion and awaited result stands for itself.
    await untilCounted(popup, keys.length + aboutCount + 2 * furtherEntries);
    await expectCreation(popup);
    expect(happened).toEqual([]);
    const after = await stored();
    expect(after['store-version']).toBe(STORE_VERSION);
    expect(JSON.stringify(after).length).toBeLessThan(1_500_000);
  });

  it('under every key there is can be connected over, from the popup that says so', async () => {
    const id = await connect();
    const keys = [...keysOf(id, service.samplePages.good), 'preferences', 'connection'];
    await fill([...keys, `connection/${id}/bearer-key`, ...about]);
    // What looks like a key cannot be told from one.
    const isKey = typeof garbage === 'string' && garbage !== '';
    const count = keys.length + aboutCount + (isKey ? 0 : 1);

    const { page, popup } = await stage.openPopupOn(service.samplePages.good);
    const said = await untilCounted(popup, count);
    expect(said).toContain('Open Settings');
    await popup.locator(byRole('button', 'Connect a service')).wait();

    const options = await openOptions(stage.browser, stage.extensionId);
    const { status } = await connectThroughOptions(options, service);
    expect(status).toContain('Connected to');
    await options.close();
    const again = await stage.openPopupAgain(page);
    await expectCreation(again);
    await untilCounted(again, count);
  });
});

describe('what was set aside', () => {
  async function openWithGarbage(): Promise<Page> {
    const id = await connect();
    await write({
      preferences: { defaultPrivacy: 'team', apiToken: 'hidden-by-name' },
      [`connection/${id}/query`]: `asked with ${service.apiKey}`,
      [`connection/${id}/list`]: 'read again anyway',
    });
    const { popup } = await stage.openPopupOn(service.samplePages.good);
    await untilCounted(popup, 3);
    expect(await accessibilityProblems(popup)).toEqual([]);
    await mkdir('.output/pictures/states', { recursive: true });
    await popup.screenshot({ path: '.output/pictures/states/popup - set aside.png' });
    await popup.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '200%' }));
    expect(await cutOff(popup, 6)).toEqual([]);
    const options = await openOptions(stage.browser, stage.extensionId);
    await untilCounted(options, 3);
    return options;
  }

  it('can be looked at in the settings, without secrets', async () => {
    const options = await openWithGarbage();
    await press(options, 'Show');
    const text = await fieldText(options, 'Stored entries that could not be read');
    expect(JSON.parse(text)).toEqual([
      { at: expect.any(String), key: expect.stringMatching(/\/query$/), raw: 'asked with •••' },
      {
        at: expect.any(String),
        key: 'preferences',
        raw: { defaultPrivacy: 'team', apiToken: '•••' },
      },
    ]);
    expect((await textsOf(options, 'main')).join()).toContain('One of them is not kept.');
    expect(await accessibilityProblems(options)).toEqual([]);
    await options.screenshot({
      path: '.output/pictures/states/options page - set aside.png',
      fullPage: true,
    });
    await options.setViewport({ width: 320, height: 640 });
    expect(await cutOff(options, 16)).toEqual([]);
    await press(options, 'Hide');
    await options.locator(byRole('button', 'Show')).wait();
    expect(await namesOf(options, 'textbox')).toEqual(['Base URL', 'API key']);
  });

  it('is gone when it is dismissed, and the focus is not lost', async () => {
    const options = await openWithGarbage();
    await press(options, 'Dismiss');
    await until('the line is gone', async () => {
      const buttons = await namesOf(options, 'button');
      return !buttons.includes('Dismiss');
    });
    expect(JSON.stringify(await stored())).not.toContain('set-aside');
    await until('the first field has the focus', () =>
      options.evaluate(() => document.activeElement?.tagName === 'INPUT'),
    );
  });

  it('is never a key, which is removed instead', async () => {
    const id = await connect();
    await write({ [`connection/${id}/bearer-key`]: { key: 'the-key-of-a-newer-version' } });
    const { popup } = await stage.openPopupOn(service.samplePages.good);
    await untilCounted(popup, 1);
    expect(
      await until('the popup says what to do', async () => (await announcements(popup)).alert),
    ).toContain('No service is connected. Open Settings and connect one.');
    expect(JSON.stringify(await stored())).not.toContain('the-key-of-a-newer-version');
  });

  it('goes with the connection', async () => {
    const options = await openWithGarbage();
    await press(options, 'Disconnect');
    await until('all is gone', async () => Object.keys(await stored()).length === 0);
  });
});
