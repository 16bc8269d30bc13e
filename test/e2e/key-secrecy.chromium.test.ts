import type { Target } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_KEY_NAME, HEADERS_NAME, passwordName, publishedQueueIn } from '../browser/stored';
import { SERVICE_HOST } from '../browser/test-browser';
import { jsonAnswer } from '../service/served-answer';
import type { Failure } from '../service/served-failure';
import { type Service, startService } from '../service/service';
import { sampleReport } from '../support/sample-report';
import {
  app,
  byRole,
  failures,
  restartTestBrowser,
  until,
  useProfile,
  useTestBrowser,
} from './app';
import { consoleOf, documentOf, memoryOf, workerTarget } from './traces';

const PASSWORD = 'open-sesame-88';
const KEY = 'sk-live-7d41c9e2b8';
const HEADERS = [
  { name: 'X-Pass-Id', value: 'pass-id-b8e2c941d7.access' },
  { name: 'X-Pass-Secret', value: 'pass-secret-41c9e2b87d' },
];
/** The secrets for the service only, with their storage. */
const SECRETS: [what: string, secret: string, place: string][] = [
  ['the key', KEY, API_KEY_NAME],
  ...HEADERS.map(({ name, value }): [string, string, string] => [name, value, HEADERS_NAME]),
];
const query = { search: '', project: '', result: null, sortBy: 'id', sort: 'desc', perPage: 10 };
const report = sampleReport('1');

type QuotingAnswer = (key: string, password: string, elsewhere: string) => Failure;

/** A service that adds the key to the fields of reports, except addresses. */
const answerWithKey: QuotingAnswer = (key) => {
  const url = 'https://shop.example/';
  const data = [{ id: 2, url, token: key }];
  return { kind: 'answer', ...jsonAnswer(200, { id: 1, url, token: { [key]: [key] }, data }) };
};

/** A service that quotes the key and the form in its refusals. */
const refuse: QuotingAnswer = (key, password) => {
  const errors = { [key]: [key], password: [`${password} is no good`, encodeURIComponent(key)] };
  const message = `Bearer ${key} may not do this. ${password}`;
  return { kind: 'answer', ...jsonAnswer(422, { message, errors }) };
};

const redirect: QuotingAnswer = (key, _, elsewhere) => ({
  ...failures.found,
  location: `${elsewhere}/${key}`,
});

let service: Service;
let consoles: string[][];

const profile = useProfile();
useTestBrowser({ launch: { userDataDir: profile } });
beforeAll(async () => {
  service = await startService({ apiKey: KEY });
  behave(answerWithKey);
  await app.worker.wake();
  await app.testBrowser.grantHost(SERVICE_HOST);
  // The target of redirected reads.
  await app.testBrowser.grantHost('http://localhost/*');
  const options = await app.options();
  consoles = [];
  await recordConsole(() => workerTarget(app.testBrowser.browser, app.testBrowser.extensionId));
  await recordConsole(() => options.target());
  await options.locator('summary').click();
  for (const [at, { name, value }] of HEADERS.entries()) {
    await options.press('Add header');
    await options.fill(`Name of header ${at + 1}`, name);
    await options.fill(`Value of header ${at + 1}`, value);
  }
  await options.connect(service);
  await options.shows('button', 'See your clients');
  // A person has typed the secrets into this page, so the page contains the secrets until Connect.
  for (const [, secret] of SECRETS) expect(await documentOf(options)).not.toContain(secret);
  await options.close();
});
afterAll(() => service.close());
beforeEach(async () => {
  behave(answerWithKey);
  await app.connect(service);
});
afterEach(async () => {
  behave(answerWithKey);
  await until('the password is stored nowhere', async () => {
    for (const id of await jobIds())
      await app.worker.callForConnection('updateJob', id, { kind: 'cancel' });
    return (await app.worker.itemsContaining(PASSWORD)).length === 0;
  });
  // A successful read ends the backoff if nothing is queued.
  await app.worker.callForConnection('listReports', query);
});

/** Makes the service quote the secret and the password of a form in every answer. */
function behave(echo: QuotingAnswer, secret = KEY): void {
  const elsewhere = service.origin.replace('127.0.0.1', 'localhost');
  const fail = echo(secret, '', elsewhere);
  const failForm = echo(secret, PASSWORD, elsewhere);
  service.behave([
    { on: { method: 'POST' }, fail: failForm },
    { on: { method: 'PUT' }, fail: failForm },
    { fail },
  ]);
}

async function jobIds(): Promise<string[]> {
  return (await app.worker.operations()).map(({ jobId }) => jobId);
}

async function recordConsole(target: () => Target): Promise<void> {
  consoles.push(await consoleOf(target()));
}

/**
 * Expects key and headers in their own items, and passwords in memory only while their jobs exist.
 */
async function expectSecrets(): Promise<void> {
  for (const [, secret, place] of SECRETS) {
    expect(await app.worker.itemsContaining(secret)).toEqual([`local: ${place}`]);
    expect(JSON.stringify(consoles)).not.toContain(secret);
  }
  // The password is removed right after its job.
  await until('every stored password has a job', async () => {
    const expected = (await jobIds()).map((id) => `session: ${passwordName(id)}`);
    return (await app.worker.itemsContaining(PASSWORD)).every((place) => expected.includes(place));
  });
  expect(JSON.stringify(consoles)).not.toContain(PASSWORD);
}

const QUOTING_ANSWERS: [what: string, echo: QuotingAnswer, isRedacted: boolean][] = [
  ['an answer', answerWithKey, true],
  ['a refusal', refuse, true],
  ['a redirect', redirect, false],
];

it.each(
  QUOTING_ANSWERS.flatMap(([what, echo, isRedacted]) =>
    SECRETS.map(([whose, quoted]) => ({ what, whose, quoted, echo, isRedacted })),
  ),
)(
  '$what that quotes $whose brings the secret to no extension page and to no other stored item',
  async ({ quoted, echo, isRedacted }) => {
    behave(echo, quoted);
    const protectedNow = { privacy: 2, password: PASSWORD };
    const replies = [
      await app.worker.callForConnection('listReports', query),
      await app.worker.callForConnection('getReport', report),
      await app.worker.callForConnection('getAccount'),
    ];
    expect(replies.every((reply) => reply && ('value' in reply || 'failure' in reply))).toBe(true);
    await app.worker.createJobs(
      { kind: 'create', url: 'https://shop.example/', ...protectedNow },
      { kind: 'update', report, update: { privacy: 2 }, password: PASSWORD },
    );
    await until('both operations have an answer', async () => {
      const { operations, backoff } = await app.worker.queue();
      return operations.every(
        ({ status }) => status !== 'sending' && (status !== 'queued' || backoff !== null),
      );
    });
    const queue = publishedQueueIn(await app.worker.stored('session'));
    const published = JSON.stringify([replies, queue]);
    for (const secret of [...SECRETS.map(([, one]) => one), PASSWORD]) {
      expect(published).not.toContain(secret);
      expect(published).not.toContain(encodeURIComponent(secret));
    }
    if (isRedacted) expect(published).toContain('•••');
    await expectSecrets();
  },
);

it('a connection check with a refused key does not quote the key', async () => {
  const apiKey = 'sk-other-1122334455';
  // A new service, because earlier calls may still arrive at the first service.
  const other = await startService();
  other.behave({ fail: { ...failures.keyRefused, ...jsonAnswer(401, { message: apiKey }) } });
  const { baseUrl } = other;
  const request = { connectionId: null, baseUrl, apiKey, allowsUnencrypted: false };
  const reply = JSON.stringify(await app.worker.callBackground('connect', request));
  await other.close();
  expect(reply).toContain('keyRefused');
  expect(reply).not.toContain('sk-other');
  expect(await app.worker.itemsContaining('sk-other')).toEqual([]);
  await expectSecrets();
});

describe('popup and options', () => {
  it.each(SECRETS)(
    'show a refusal without %s and without the report password',
    async (_, secret) => {
      const popup = await app.popup(service.samplePages.good);
      await recordConsole(() => popup.target());
      behave(refuse, secret);
      await popup.press('Refresh');
      await popup.choose('Password');
      await popup.fill('Report password', PASSWORD);
      await popup.create();
      expect(await documentOf(popup)).not.toContain(secret);
      expect(await documentOf(popup)).not.toContain(encodeURIComponent(secret));
      const options = await app.options();
      await recordConsole(() => options.target());
      await options.find(byRole('button', 'Disconnect'));
      expect(await documentOf(options)).not.toContain(secret);
      expect(await documentOf(options)).not.toContain(PASSWORD);
      await expectSecrets();
    },
  );

  it('have no key and no header in memory, unlike the worker', async () => {
    // A new browser, because the key was typed in the former browser.
    await restartTestBrowser({ userDataDir: profile });
    const { browser, extensionId } = app.testBrowser;
    const options = await app.options();
    await options.find(byRole('button', 'Disconnect'));
    const popup = await app.popup(service.samplePages.good);
    await popup.press('Refresh');
    await until('the list was read', async () => (await popup.$('[aria-busy=true]')) === null);
    // First, because a snapshot takes longer than the idle time of a worker.
    await app.worker.callForConnection('getAccount');
    const worker = await memoryOf(workerTarget(browser, extensionId));
    for (const [, secret] of SECRETS) expect(worker.includes(secret)).toBe(true);
    for (const page of [popup, options]) {
      const memory = await memoryOf(page.target());
      expect(memory.includes(service.baseUrl)).toBe(true);
      for (const [, secret] of SECRETS) expect(memory.includes(secret)).toBe(false);
    }
    await app.testBrowser.closePages();
    await expectSecrets();
  });
});

it('copied diagnostics contain neither key nor header nor host', async () => {
  const options = await app.options();
  await options.evaluate(() => {
    navigator.clipboard.write = async ([item]) => {
      document.title = (await (await item?.getType('text/plain'))?.text()) ?? '';
    };
  });
  await options.press('Copy diagnostics for a bug report');
  await options.says('Diagnostics copied.');
  const copied = await options.title();
  expect(JSON.parse(copied)).toMatchObject({
    isConnected: true,
    headerNames: ['X-Pass-Id', 'X-Pass-Secret'],
  });
  const { host } = new URL(service.baseUrl);
  for (const secret of [host, ...SECRETS.map(([, one]) => one)])
    expect(copied).not.toContain(secret);
});

it('disconnecting removes key and headers from all storage', async () => {
  await app.worker.callForConnection('disconnect', true);
  for (const [, secret] of SECRETS) {
    expect(await app.worker.itemsContaining(secret)).toEqual([]);
    expect(JSON.stringify(consoles)).not.toContain(secret);
  }
});
