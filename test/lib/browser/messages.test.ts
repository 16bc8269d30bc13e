import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import { remote, serve } from '@/lib/browser/messages';

const OWN_PAGE = { id: 'own-id', url: 'chrome-extension://own-id/popup.html' };

type Listener = (message: unknown, sender: object, respond: (reply: unknown) => void) => unknown;

const offer = {
  double: vi.fn(async (value: number) => value * 2),
  fail: async () => {
    throw new Error('with the key inside');
  },
};

let listener: Listener;

beforeEach(() => {
  fakeBrowser.reset();
  vi.restoreAllMocks();
  offer.double.mockClear();
  Object.assign(browser.runtime, { id: OWN_PAGE.id });
  vi.spyOn(browser.runtime, 'getURL').mockReturnValue('chrome-extension://own-id/');
  vi.spyOn(browser.runtime.onMessage, 'addListener').mockImplementation((added) => {
    listener = added as Listener;
  });
  serve(offer);
  // A page's message arrives as JSON, and so does the answer.
  vi.spyOn(browser.runtime, 'sendMessage').mockImplementation(
    (message: unknown) =>
      new Promise((resolve) => {
        const respond = (reply: unknown) => resolve(JSON.parse(JSON.stringify(reply)));
        const isTaken = listener(JSON.parse(JSON.stringify(message)), OWN_PAGE, respond);
        if (!isTaken) resolve(undefined);
      }),
  );
});

it('a call of the background gives the answer of the method', async () => {
  expect(await remote<typeof offer>().double(21)).toBe(42);
});

it('a call rejects when nobody answers, and without the reason when the method crashes', async () => {
  const calls = remote<{ unknown(): Promise<void> } & typeof offer>();
  await expect(calls.unknown()).rejects.toThrow('No answer');
  await expect(calls.fail()).rejects.toThrow('No answer');
});

describe('the background ignores', () => {
  it.each([
    ['another extension', { id: 'other-id', url: 'chrome-extension://other-id/popup.html' }],
    ['a content script', { id: 'own-id', url: 'https://page.example/' }],
    ['an address that looks alike', { id: 'own-id', url: 'https://x/chrome-extension://own-id/' }],
    ['a sender without an address', { id: 'own-id' }],
  ])('%s', (_, sender) => {
    const respond = vi.fn();
    expect(listener({ call: 'double', args: [1] }, sender, respond)).toBe(false);
    expect(offer.double).not.toHaveBeenCalled();
    expect(respond).not.toHaveBeenCalled();
  });

  it.each([
    null,
    'double',
    { call: 'double' },
    { call: 'double', args: 'x' },
    { call: 'constructor', args: [] },
    { call: 'hasOwnProperty', args: ['double'] },
    { call: '__proto__', args: [] },
  ])('the message %j', (message) => {
    expect(listener(message, OWN_PAGE, vi.fn())).toBe(false);
  });
});
