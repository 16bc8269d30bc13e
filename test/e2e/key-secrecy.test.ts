import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { grantHost } from '../browser/host-access';
import { connectThroughOptions, openOptions } from '../browser/options-page';
import { byRole, fill, press } from '../browser/roles';
import { ECHOES, type EchoingService, startEchoingService } from './echoing-service';
import { type Insider, openInsider } from './insider';
import { choose, create } from './popup-reading';
import { closePages } from './scene';
import { type Stage, startStage } from './stage';
import { consoleOf, documentOf, memoryOf, workerTarget } from './traces';

const PASSWORD = 'open-sesame-88';
const query = { search: '', project: '', result: null, sortBy: 'id', sort: 'desc', perPage: 10 };
const report = {
  id: '1',
  url: 'https://shop.example/',
  result: null,
  privacy: 1,
  generatedAt: null,
  project: null,
};

let profile: string;
let stage: Stage;
let service: EchoingService;
let insider: Insider;
/** What worker and pages have said in their consoles. */
let consoles: string[][];

beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'key-secrecy-'));
  service = await startEchoingService();
  stage = await startStage({ userDataDir: profile });
  const { browser, extensionId } = stage;
  await grantHost(browser, extensionId, 'http://127.0.0.1/*');
  // Where reads are sent on to.
  await grantHost(browser, extensionId, 'http://localhost/*');
  const options = await openOptions(browser, extensionId);
  consoles = [
    await consoleOf(workerTarget(browser, extensionId)),
    await consoleOf(options.target()),
  ];
  await connectThroughOptions(options, service);
  // Typed there by a person, the key is in that page until it is sent.
  expect(await documentOf(options)).not.toContain(service.apiKey);
  await options.close();
  insider = await openInsider(stage);
});
afterAll(async () => {
  await stage.close();
  await Promise.all([service.close(), rm(profile, { recursive: true })]);
});
beforeEach(() => {
  service.echo = ECHOES[0]?.[1] ?? service.echo;
});
afterEach(async () => {
  // An answer and a person's word end every pause, so that the next test's report goes out.
  service.echo = ECHOES[0]?.[1] ?? service.echo;
  await insider.ask('list', query);
  await insider.ask('retryNow');
  for (const id of await keptSubmissions()) await insider.ask('discard', id);
  expect(await placesOf(PASSWORD)).toEqual([]);
});

async function keptSubmissions(): Promise<string[]> {
  const keys = Object.keys(await insider.kept('local'));
  return keys.flatMap((key) => /\/submission\/(.+)$/.exec(key)?.[1] ?? []);
}

/** Where something is kept, and under which name. */
async function placesOf(secret: string): Promise<string[]> {
  const areas = ['local', 'session', 'sync'] as const;
  const kept = await Promise.all(areas.map((area) => insider.kept(area)));
  return kept.flatMap((items, index) =>
    Object.entries(items)
      .filter((entry) => JSON.stringify(entry).includes(secret))
      .map(([name]) => `${areas[index]}: ${name.replace(/^(connection\/)[^/]+/, '$1ID')}`),
  );
}

/** The key is in its one place; the report password in memory, as long as its report is kept. */
async function expectSecrets(): Promise<void> {
  expect(await placesOf(service.apiKey)).toEqual(['local: connection/ID/bearer-key']);
  const kept = await keptSubmissions();
  expect(kept.length).toBeLessThanOrEqual(1);
  for (const place of await placesOf(PASSWORD)) {
    expect(kept.map((id) => `session: connection/ID/password/${id}`)).toContain(place);
  }
  expect(JSON.stringify(consoles)).not.toContain(service.apiKey);
  expect(JSON.stringify(consoles)).not.toContain(PASSWORD);
}

describe.each(ECHOES)('%s that quotes the key', (name, echo) => {
  it('reaches no page and no store with it, whatever was called', async () => {
    service.echo = echo;
    const draft = { url: 'https://shop.example/', privacy: 2, password: PASSWORD };
    const replies = [
      await insider.ask('list', query),
      await insider.ask('get', report),
      await insider.ask('account'),
      await insider.ask('create', crypto.randomUUID(), draft),
      await insider.ask('update', report, { privacy: 2, password: PASSWORD }),
    ];
    expect(JSON.stringify(replies)).toMatch(/answer.+answer.+answer.+answer.+answer/);
    expect(JSON.stringify(replies)).not.toContain(service.apiKey);
    expect(JSON.stringify(replies)).not.toContain(PASSWORD);
    await expectSecrets();
    if (name.startsWith('a refusal')) expect(JSON.stringify(replies)).toContain('•••');
  });
});

describe('a check with a key that is refused', () => {
  it('says so without it', async () => {
    service.echo = ECHOES.find(([name]) => name.endsWith('401'))?.[1] ?? service.echo;
    const request = {
      baseUrl: service.baseUrl,
      apiKey: 'sk-other-1122334455',
      allowsUnencrypted: false,
    };
    const reply = JSON.stringify(await insider.ask('connect', request));
    expect(reply).toContain('key-refused');
    expect(reply).not.toContain('sk-other');
    expect(await placesOf('sk-other')).toEqual([]);
    await expectSecrets();
  });
});

describe('the pages', () => {
  it.each(ECHOES.filter(([name]) => /422|500|redirect/.test(name)))(
    'show %s without the key, and without the password elsewhere',
    async (_, echo) => {
      const { popup } = await stage.openPopupOn(service.page);
      consoles.push(await consoleOf(popup.target()));
      service.echo = echo;
      await press(popup, 'Refresh');
      await choose(popup, 'Password');
      await fill(popup, 'Report password', PASSWORD);
      await create(popup);
      expect(await documentOf(popup)).not.toContain(service.apiKey);
      const options = await openOptions(stage.browser, stage.extensionId);
      consoles.push(await consoleOf(options.target()));
      await options.locator(byRole('button', 'Disconnect')).wait();
      expect(await documentOf(options)).not.toContain(service.apiKey);
      expect(await documentOf(options)).not.toContain(PASSWORD);
      await expectSecrets();
      await options.close();
    },
  );

  it('hold no key in memory, where the worker does', async () => {
    await stage.close();
    // A new browser: in the one before, the key was typed.
    stage = await startStage({ userDataDir: profile });
    const { browser, extensionId } = stage;
    const options = await openOptions(browser, extensionId);
    await options.locator(byRole('button', 'Disconnect')).wait();
    const { popup } = await stage.openPopupOn(service.page);
    await press(popup, 'Refresh');
    await until('the list was read', async () => (await popup.$('[aria-busy=true]')) === null);
    for (const page of [popup, options]) {
      const memory = await memoryOf(page.target());
      expect(memory.includes(service.baseUrl)).toBe(true);
      expect(memory.includes(service.apiKey)).toBe(false);
    }
    expect((await memoryOf(workerTarget(browser, extensionId))).includes(service.apiKey)).toBe(
      true,
    );
    await closePages(stage);
    insider = await openInsider(stage);
    await expectSecrets();
  });
});

describe('disconnecting', () => {
  it('leaves the key nowhere', async () => {
    await insider.ask('disconnect');
    expect(await placesOf(service.apiKey)).toEqual([]);
    expect(JSON.stringify(consoles)).not.toContain(service.apiKey);
  });
});
