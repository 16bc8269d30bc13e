import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { type Service, startService } from '../service/service';
import { insider, stage, useStage } from './fixture';
import { type ForeignExtension, installForeignExtension } from './foreign-extension';
import { connectAtOnce } from './scene';

type Messaging = Record<'sendMessage', (...sent: unknown[]) => Promise<unknown>> & {
  connect(...to: unknown[]): {
    onMessage: { addListener(listen: (message: unknown) => void): void };
    onDisconnect: { addListener(listen: () => void): void };
    postMessage(message: unknown): void;
  };
};

declare const chrome: {
  runtime?: Messaging;
  storage: { local: { get(): Promise<object>; onChanged: unknown } };
  tabs: { query(asked: object): Promise<{ id: number }[]> };
  scripting: {
    executeScript(script: object): Promise<{ result?: unknown }[]>;
  };
};

let service: Service;
let foreign: ForeignExtension;
let asked: number;
let storedBefore: string;

const list = { search: '', project: '', result: null, sortBy: 'id', sort: 'desc', perPage: 10 };
/** What a page of our own would get an answer to. */
const CALLS = [
  { call: 'list', args: [list] },
  { call: 'account', args: [] },
  { call: 'disconnect', args: [] },
];

// A browser of their own, since another extension comes into it.
useStage({});
beforeAll(async () => {
  service = await startService();
  foreign = await installForeignExtension(stage.browser);
});
afterAll(() => Promise.all([service.close(), foreign.remove()]));
beforeEach(async () => {
  // Also where somebody foreign has taken the connection down: each test stands for itself.
  await connectAtOnce(stage, service);
  await until('the connection has come to rest', async () => {
    const known = service.requests.length;
    expect(await insider.ask('account')).toMatchObject({ value: {} });
    return service.requests.length === known + 1;
  });
  asked = service.requests.length;
  storedBefore = JSON.stringify(await insider.stored());
});

/** Nothing was asked of the service, and nothing has changed. */
async function expectUntouched(): Promise<void> {
  // Messages are answered in turn: whatever was asked before has been asked of the service by now.
  expect(await insider.ask('account')).toMatchObject({ value: {} });
  const since = service.requests.slice(asked).map(({ method, path }) => `${method} ${path}`);
  expect(since).toEqual(['GET /api/v1/account']);
  expect(JSON.stringify(await insider.stored())).toBe(storedBefore);
}

/** Sends each call as a message and over a port, and gives what came back: nothing, one hopes. */
function sendAll(id: string, messages: object[]): Promise<unknown[]> {
  const { runtime } = chrome;
  if (runtime?.sendMessage === undefined) return Promise.resolve([]);
  const answers = messages.map((message) => runtime.sendMessage(id, message).catch(() => null));
  const port = new Promise<unknown>((resolve) => {
    const opened = runtime.connect(id);
    opened.onMessage.addListener(resolve);
    opened.onDisconnect.addListener(() => resolve(null));
    for (const message of messages) opened.postMessage(message);
  });
  return Promise.all([...answers, port]);
}

async function openPage(url: string): Promise<Page> {
  const page = await stage.browser.newPage();
  await page.goto(url);
  return page;
}

/** Runs a function as a content script of our own extension in a page of the web. */
async function runInPage(url: string, func: string, args: unknown[]): Promise<unknown> {
  await openPage(url);
  return insider.page.evaluate(
    async (code, given) => {
      const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
      const known: Record<string, (...all: never[]) => unknown> = {
        send: (message: object) =>
          new Promise((resolve) => {
            const answer = chrome.runtime?.sendMessage(message).catch((error) => `${error}`);
            void answer?.then((got) => resolve(got ?? null));
          }),
        connect: (message: object) =>
          new Promise((resolve) => {
            const port = chrome.runtime?.connect();
            port?.onMessage.addListener(resolve);
            port?.onDisconnect.addListener(() => resolve(null));
            port?.postMessage(message);
          }),
        read: () =>
          chrome.storage.local.get().then(
            (kept) => Object.keys(kept),
            (error) => `${error}`,
          ),
      };
      const [answer] = await chrome.scripting.executeScript({
        target: { tabId: tab?.id },
        func: known[code],
        args: given,
      });
      return answer?.result;
    },
    func,
    args,
  );
}

describe('a content script, of our own extension even,', () => {
  const page = () => `${service.origin}/page`;

  it.each(CALLS)('gets no answer to $call', async (message) => {
    const answer = await runInPage(page(), 'send', [message]);
    expect(JSON.stringify(answer)).not.toMatch(/answer|crashed/);
    await expectUntouched();
  });

  it.each(CALLS)('gets no answer to $call over a port', async (message) => {
    expect(await runInPage(page(), 'connect', [message])).toBeNull();
    await expectUntouched();
  });

  it('cannot read the store', async () => {
    expect(await runInPage(page(), 'read', [])).toMatch(/not allowed/);
  });
});

describe('a page of the web', () => {
  it('gets no answer', async () => {
    const page = await openPage(service.samplePages.good);
    expect(await page.evaluate(sendAll, stage.extensionId, CALLS)).toEqual([]);
    await expectUntouched();
  });

  it.each(['popup.html', 'options.html'])('cannot show %s in a frame', async (name) => {
    const page = await openPage(`${service.origin}/page`);
    const address = `chrome-extension://${stage.extensionId}/${name}`;
    await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const frame = document.createElement('iframe');
          frame.onload = resolve;
          document.body.append(Object.assign(frame, { src }));
        }),
      address,
    );
    expect(page.frames().map((frame) => frame.url())).not.toContain(address);
    await expectUntouched();
  });

  it.each(['popup.html', 'manifest.json', 'icons/16.png', 'background.js'])(
    'cannot even learn of %s whether it is there',
    async (name) => {
      const page = await openPage(service.samplePages.good);
      const address = `chrome-extension://${stage.extensionId}/${name}`;
      const outcome = page.evaluate((url) => fetch(url).then(() => 'there'), address);
      await expect(outcome).rejects.toThrow('Failed to fetch');
    },
  );
});

describe('another extension', () => {
  it('gets no answer', async () => {
    const page = await openPage(`chrome-extension://${foreign.id}/page.html`);
    const answers = await page.evaluate(sendAll, stage.extensionId, CALLS);
    expect(answers).toEqual([null, null, null, null]);
    await expectUntouched();
  });

  it('gets no answer from its content script', async () => {
    const page = await openPage(`${service.origin}/page`);
    const session = await page.createCDPSession();
    const contexts: { id: number; origin: string }[] = [];
    session.on('Runtime.executionContextCreated', ({ context }) => contexts.push(context));
    await session.send('Runtime.enable');
    const own = await until('its content script is there', () =>
      contexts.find(({ origin }) => origin.includes(foreign.id)),
    );
    const { result } = await session.send('Runtime.callFunctionOn', {
      functionDeclaration: `${sendAll}`,
      arguments: [{ value: stage.extensionId }, { value: CALLS }],
      executionContextId: own.id,
      awaitPromise: true,
      returnByValue: true,
    });
    expect(result.value).toEqual([null, null, null, null]);
    await expectUntouched();
  });
});

describe('a page of our own', () => {
  it.each(CALLS.slice(0, 2))('gets an answer to $call', async ({ call, args }) => {
    expect(await insider.ask(call, ...args)).toMatchObject({ value: {} });
  });
});
