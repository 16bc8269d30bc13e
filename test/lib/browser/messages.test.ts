import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { remote, serve } from '@/lib/browser/messages';

const OWN_PAGE = { id: 'own-id', url: 'chrome-extension://own-id/popup.html' };

type Listener = (message: unknown, sender: object, respond: (reply: unknown) => void) => unknown;

const offer = {
  double: vi.fn(async (value: number) => value * 2),
  fail: async () => Promise.reject(new Error('with the key inside')),
};

let listener: Listener;

beforeEach(() => {
  offer.double.mockClear();
  Object.assign(browser.runtime, { id: OWN_PAGE.id });
  vi.spyOn(browser.runtime, 'getURL').mockReturnValue('chrome-extension://own-id/');
  vi.spyOn(browser.runtime.onMessage, 'addListener').mockImplementation((added) => {
    listener = added as Listener;
  });
  serve(offer);
});

it('the reply to a call that throws does not contain the reason', async () => {
  const reply = await new Promise((resolve) => {
    expect(listener({ call: 'fail', args: [] }, OWN_PAGE, resolve)).toBe(true);
  });
  expect(reply).toEqual({ crashed: true });
});

it.each([undefined, { crashed: true }])('a call with the reply %j rejects', async (reply) => {
  vi.spyOn(browser.runtime, 'sendMessage').mockImplementation(async () => reply);
  await expect(remote<typeof offer>().double(1)).rejects.toThrow('No answer');
});

describe('the background ignores', () => {
  it.each([
    ['another extension', { id: 'other-id', url: OWN_PAGE.url }],
    ['a content script', { id: 'own-id', url: 'https://page.example/' }],
    ['an address that looks alike', { id: 'own-id', url: 'https://x/chrome-extension://own-id/' }],
    ['a sender without an address', { id: 'own-id' }],
  ])('%s', (_, sender) => {
    expect(listener({ call: 'double', args: [1] }, sender, vi.fn())).toBe(false);
    expect(offer.double).not.toHaveBeenCalled();
  });

  it.each([
    null,
    'double',
    { call: 'double' },
    { call: 'double', args: 'x' },
    { call: 'constructor', args: [] },
    { call: '__proto__', args: [] },
  ])('the message %j', (message) => {
    expect(listener(message, OWN_PAGE, vi.fn())).toBe(false);
  });
});
