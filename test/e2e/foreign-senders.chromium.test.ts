import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Service, startService } from '../service/service';
import { app, until, useStage } from './app';
import {
  CALLS,
  type ForeignExtension,
  installForeignExtension,
  type Messaging,
  sendAll,
} from './foreign-calls';

declare const chrome: {
  runtime?: Messaging;
  storage: { local: { get(): Promise<object> } };
  tabs: { query(asked: object): Promise<{ id: number }[]> };
  scripting: {
    executeScript(script: object): Promise<{ result?: unknown }[]>;
  };
};

let service: Service;
let foreign: ForeignExtension;
let asked: number;
let storedBefore: string;

// A browser of their own, since another extension comes into it.
useStage({});
beforeAll(async () => {
  service = await startService();
  foreign = await installForeignExtension(app.stage.browser);
});
afterAll(() => Promise.all([service.close(), foreign.remove()]));
beforeEach(async () => {
  // Also where somebody foreign has taken the connection down: each test stands for itself.
  await app.connect(service);
  await until('the connection has come to rest', async () => {
    const known = service.requests.length;
    expect(await app.worker.ask('account')).toMatchObject({ value: {} });
    return service.requests.length === known + 1;
  });
  asked = service.requests.length;
  storedBefore = JSON.stringify(await app.worker.stored());
});

/** Nothing was asked of the service, and nothing has changed. */
async function expectUntouched(): Promise<void> {
  // Messages are answered in turn: whatever was asked before has been asked of the service by now.
  expect(await app.worker.ask('account')).toMatchObject({ value: {} });
  const since = service.requests.slice(asked).map(({ method, path }) => `${method} ${path}`);
  expect(since).toEqual(['GET /api/v1/account']);
  expect(JSON.stringify(await app.worker.stored())).toBe(storedBefore);
}

async function openPage(url: string): Promise<Page> {
  const page = await app.stage.browser.newPage();
  await page.goto(url);
  return page;
}

/** What a content script of our own extension gets: by messages, over a port, and of the store. */
async function askAsContentScript(
  messages: object[],
): Promise<{ answers?: unknown; store?: unknown }> {
  await openPage(`${service.origin}/page`);
  return app.worker.page.evaluate(async (given) => {
    const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
    const [outcome] = await chrome.scripting.executeScript({
      target: { tabId: tab?.id },
      args: [given],
      func: async (all: object[]) => {
        const { runtime, storage } = chrome;
        const send = (message: object) => runtime?.sendMessage(message).catch(() => null);
        const overPort = (message: object) =>
          new Promise((resolve) => {
            const port = runtime?.connect();
            port?.onMessage.addListener(resolve);
            port?.onDisconnect.addListener(() => resolve(null));
            port?.postMessage(message);
          });
        return {
          answers: await Promise.all([...all.map(send), ...all.map(overPort)]),
          store: await storage.local.get().catch((error) => `${error}`),
        };
      },
    });
    return Object(outcome?.result);
  }, messages);
}

describe('a content script, of our own extension even,', () => {
  it('gets no answer and cannot read the store', async () => {
    const { answers, store } = await askAsContentScript(CALLS);
    expect(answers).toEqual(Array(6).fill(null));
    expect(store).toMatch(/not allowed/);
    await expectUntouched();
  });
});

describe('a page of the web', () => {
  it('gets no answer', async () => {
    const page = await openPage(service.samplePages.good);
    expect(await page.evaluate(sendAll, app.stage.extensionId, CALLS)).toEqual([]);
    await expectUntouched();
  });
});

describe('another extension', () => {
  it('gets no answer', async () => {
    const page = await openPage(`chrome-extension://${foreign.id}/page.html`);
    const answers = await page.evaluate(sendAll, app.stage.extensionId, CALLS);
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
      arguments: [{ value: app.stage.extensionId }, { value: CALLS }],
      executionContextId: own.id,
      awaitPromise: true,
      returnByValue: true,
    });
    expect(result.value).toEqual([null, null, null, null]);
    await expectUntouched();
  });
});

describe('a page of our own', () => {
  it('gets an answer', async () => {
    for (const { call, args } of CALLS.slice(0, 2)) {
      expect(await app.worker.ask(call, ...args)).toHaveProperty('value');
    }
  });
});
