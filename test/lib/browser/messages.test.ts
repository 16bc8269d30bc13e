import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import { remote, serve } from '@/lib/browser/messages';

const OWN_PAGE = { id: 'own-id', url: 'chrome-extension://own-id/popup.html' };

type Listener = (message: unknown, sender: object, respond: (reply: unknown) => void) => unknown;

const offer = {
  double: vi.fn(async (value: number) => value * 2),
  fail: vi.fn(async () => {
    throw new Error('with the key inside');
  }),
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
        const isTaken = listener(JSON.parse(JSON.stringify(message)), OWN_PAGE, (reply) =>
          resolve(JSON.parse(JSON.stringify(reply))),
        );
        if (!isTaken) resolve(undefined);
      }),
  );
});

describe('calling the background', () => {
  it('gives the answer of the method', async () => {
    expect(await remote<typeof offer>().double(21)).toBe(42);
  });

  it('rejects without the reason when the method crashes', async () => {
    await expect(remote<typeof offer>().fail()).rejects.toThrow('No answer');
  });

  it('rejects when nobody answers', async () => {
    const calls = remote<{ unknown(): Promise<void> }>();
    await expect(calls.unknown()).rejects.toThrow('No answer');
  });
});

describe('serving', () => {
  const call = { call: 'double', args: [1] };

  it.each([
    ['another extension', { id: 'other-id', url: 'chrome-extension://other-id/popup.html' }],
    ['a content script', { id: 'own-id', url: 'https://page.example/' }],
    [
      'a page whose address only looks alike',
      { id: 'own-id', url: 'https://x/chrome-extension://own-id/' },
    ],
    ['a sender without an address', { id: 'own-id' }],
  ])('ignores %s', (_, sender) => {
    const respond = vi.fn();
    expect(listener(call, sender, respond)).toBe(false);
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
  ])('ignores the message %j', (message) => {
    expect(listener(message, OWN_PAGE, vi.fn())).toBe(false);
  });

  it('answers its own pages', () => {
    expect(listener(call, OWN_PAGE, vi.fn())).toBe(true);
    expect(offer.double).toHaveBeenCalledWith(1);
  });
});
