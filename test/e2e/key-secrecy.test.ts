import type { Target } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { connectThroughOptions } from '../browser/options-page';
import { byRole, fill, press } from '../browser/roles';
import { type Service, startService } from '../service/service';
import { sampleReport } from '../support/sample-report';
import { answerWithKey, ECHOES, type Echo, refuse } from './echoes';
import {
  inChromium,
  insider,
  openPopup,
  restartStage,
  stage,
  useProfile,
  useStage,
} from './fixture';
import { choose, create } from './popup-reading';
import { SERVICE_HOST } from './stage';
import { API_KEY_NAME, isView, passwordName } from './stored';
import { consoleOf, documentOf, memoryOf, workerTarget } from './traces';

const PASSWORD = 'open-sesame-88';
const query = { search: '', project: '', result: null, sortBy: 'id', sort: 'desc', perPage: 10 };
const report = sampleReport('1');

let service: Service;
/** What worker and pages have said in their consoles. */
let consoles: string[][];

const profile = useProfile();
useStage({ userDataDir: profile });
beforeAll(async () => {
  service = await startService({ apiKey: 'sk-live-7d41c9e2b8' });
  behave(answerWithKey);
  await insider.wake();
  await stage.grantHost(SERVICE_HOST);
  // Where reads are sent on to.
  await stage.grantHost('http://localhost/*');
  const options = await stage.openOptions();
  consoles = [];
  await watch(() => workerTarget(stage.browser, stage.extensionId));
  await watch(() => options.target());
  await connectThroughOptions(options, service);
  // Typed there by a person, the key is in that page until it is sent.
  expect(await documentOf(options)).not.toContain(service.apiKey);
  await options.close();
});
afterAll(() => service.close());
beforeEach(() => {
  behave(answerWithKey);
});
afterEach(async () => {
  behave(answerWithKey);
  await until('the password is kept nowhere', async () => {
    for (const id of await taskIds()) await insider.ask('cancel', id);
    return (await insider.placesOf(PASSWORD)).length === 0;
  });
  // A success opens the gate, where nothing waits.
  await insider.ask('list', query);
});

/** Has the service answer everything so, and say again the password of a form that holds it. */
function behave(echo: Echo): void {
  const elsewhere = service.origin.replace('127.0.0.1', 'localhost');
  const fail = echo(service.apiKey, '', elsewhere);
  const failForm = echo(service.apiKey, PASSWORD, elsewhere);
  service.behave([
    { on: { method: 'POST' }, fail: failForm },
    { on: { method: 'PUT' }, fail: failForm },
    { fail },
  ]);
}

async function taskIds(): Promise<string[]> {
  return (await insider.tasks()).tasks.map(({ id }) => id);
}

/** Notes what is said in a console; Firefox tells nothing of those of extensions. */
async function watch(target: () => Target): Promise<void> {
  if (stage.name === 'chromium') consoles.push(await consoleOf(target()));
}

/** The key is in its one place; a report's password in memory, as long as its task is kept. */
async function expectSecrets(): Promise<void> {
  expect(await insider.placesOf(service.apiKey)).toEqual([`local: ${API_KEY_NAME}`]);
  const kept = await taskIds();
  for (const place of await insider.placesOf(PASSWORD)) {
    expect(kept.map((id) => `session: ${passwordName(id)}`)).toContain(place);
  }
  expect(JSON.stringify(consoles)).not.toContain(service.apiKey);
  expect(JSON.stringify(consoles)).not.toContain(PASSWORD);
}

describe.each(ECHOES)('%s that quotes the key', (name, echo) => {
  it('reaches no page and no store with it, whatever was called', async () => {
    behave(echo);
    const protectedNow = { privacy: 2, password: PASSWORD };
    const replies = [
      await insider.ask('list', query),
      await insider.ask('get', report),
      await insider.ask('account'),
    ];
    expect(replies.every((reply) => reply && ('value' in reply || 'failure' in reply))).toBe(true);
    await insider.add({ kind: 'create', draft: { url: 'https://shop.example/', ...protectedNow } });
    await insider.add({ kind: 'change', report, change: protectedNow });
    await until('both have met it', async () => {
      const { tasks, gate } = await insider.tasks();
      return tasks.every(({ state }) => state !== 'sent' && (state !== 'waiting' || gate !== null));
    });
    const view = Object.entries(await insider.stored('session')).find(([key]) => isView(key));
    const told = JSON.stringify([replies, view]);
    for (const secret of [service.apiKey, PASSWORD]) {
      expect(told).not.toContain(secret);
      expect(told).not.toContain(encodeURIComponent(secret));
    }
    await expectSecrets();
    if (name.startsWith('a refusal')) expect(told).toContain('•••');
  });
});

describe('a check with a key that is refused', () => {
  it('says so without it', async () => {
    const apiKey = 'sk-other-1122334455';
    // One of its own, which nothing asks that is still on its way.
    const other = await startService();
    other.behave({ fail: refuse(401, apiKey, '') });
    const request = { baseUrl: other.baseUrl, apiKey, allowsUnencrypted: false };
    const reply = JSON.stringify(await insider.ask('connect', request));
    await other.close();
    expect(reply).toContain('keyRefused');
    expect(reply).not.toContain('sk-other');
    expect(await insider.placesOf('sk-other')).toEqual([]);
    await expectSecrets();
  });
});

describe('the pages', () => {
  it.each(ECHOES.filter(([name]) => /422|500|encodes|redirect/.test(name)))(
    'show %s without the key, and without the password elsewhere',
    async (_, echo) => {
      const popup = await openPopup(service.samplePages.good);
      await watch(() => popup.target());
      behave(echo);
      await press(popup, 'Refresh');
      await choose(popup, 'Password');
      await fill(popup, 'Report password', PASSWORD);
      await create(popup);
      expect(await documentOf(popup)).not.toContain(service.apiKey);
      expect(await documentOf(popup)).not.toContain(encodeURIComponent(service.apiKey));
      const options = await stage.openOptions();
      await watch(() => options.target());
      await options.locator(byRole('button', 'Disconnect')).wait();
      expect(await documentOf(options)).not.toContain(service.apiKey);
      expect(await documentOf(options)).not.toContain(PASSWORD);
      await expectSecrets();
    },
  );

  inChromium('no test reads the memory of Firefox')(
    'hold no key in memory, where the worker does',
    async () => {
      // A new browser: in the one before, the key was typed.
      await restartStage({ userDataDir: profile });
      const { browser, extensionId } = stage;
      const options = await stage.openOptions();
      await options.locator(byRole('button', 'Disconnect')).wait();
      const popup = await openPopup(service.samplePages.good);
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
      await stage.closePages();
      await expectSecrets();
    },
  );
});

describe('disconnecting', () => {
  it('leaves the key nowhere', async () => {
    await insider.ask('disconnect', true);
    expect(await insider.placesOf(service.apiKey)).toEqual([]);
    expect(JSON.stringify(consoles)).not.toContain(service.apiKey);
  });
});
