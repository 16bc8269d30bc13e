import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { app, until } from './app';
import { lure, lured, openWatched, useHostileService } from './hostile-answers';

useHostileService();

/** Runs in the page. */
type Attempt = (lure: string) => unknown;

/** What could be tried by somebody who has got the page to take up markup or to run a line. */
const ATTEMPTS: [directive: string, what: string, attempt: Attempt][] = [
  [
    'require-trusted-types-for',
    'a script made of a text',
    () => append('script', { text: 'document.title = "ran"' }),
  ],
  ['require-trusted-types-for', 'an object from elsewhere', (data) => append('object', { data })],
  [
    'script-src-elem',
    'a module from elsewhere',
    (href) => append('link', { rel: 'modulepreload', href }),
  ],
  [
    'style-src-elem',
    'a style sheet from elsewhere',
    (href) => append('link', { rel: 'stylesheet', href }),
  ],
  [
    'style-src-elem',
    'an inline style sheet',
    () => append('style', { textContent: 'body { background: red }' }),
  ],
  ['img-src', 'a picture from elsewhere', (src) => append('img', { src })],
  ['frame-src', 'a frame from elsewhere', (src) => append('iframe', { src })],
  ['base-uri', 'another base for addresses', (href) => append('base', { href })],
  [
    'require-trusted-types-for',
    'markup made of a text',
    () => document.body.insertAdjacentHTML('beforeend', '<b>markup</b>'),
  ],
  [
    'require-trusted-types-for',
    'an inline script',
    () => {
      const script = document.createElement('script');
      script.append('document.title = "ran"');
      document.body.append(script);
    },
  ],
  [
    'require-trusted-types-for',
    'an event attribute',
    () => document.body.setAttribute('onclick', 'document.title = "ran"'),
  ],
  [
    'trusted-types',
    'a policy that trusts texts',
    () => Reflect.get(window, 'trustedTypes').createPolicy('any', {}),
  ],
  [
    'form-action',
    'a form that is sent elsewhere',
    (lure) => {
      const form = document.createElement('form');
      document.body.append(Object.assign(form, { action: lure, method: 'post' }));
      form.submit();
    },
  ],
  ['connect-src', 'a request', (lure) => void fetch(lure).catch(() => {})],
  ['connect-src', 'a beacon', (lure) => navigator.sendBeacon(lure, 'x')],
  ['connect-src', 'a socket', (lure) => void new WebSocket(lure.replace('http', 'ws'))],
];

declare function append(tag: string, properties: object): void;

/** Whether a directive of the page's policy forbids an attempt, and nothing comes of that. */
async function isForbidden(page: Page, directive: string, attempt: Attempt): Promise<boolean> {
  await page.reload();
  await page.evaluate(() => {
    const forbidden: string[] = [];
    const append = (tag: string, properties: object) =>
      document.body.append(Object.assign(document.createElement(tag), properties));
    Object.assign(window, { forbidden, append });
    document.addEventListener('securitypolicyviolation', (event) => {
      forbidden.push(event.effectiveDirective);
    });
  });
  // What is refused at once throws as well.
  await page.evaluate(attempt, lure).catch(() => {});
  const forbidden = () => page.evaluate(() => Reflect.get(window, 'forbidden') as string[]);
  const isSo = async () => (await forbidden()).includes(directive);
  const hasComeTrue = await until('it is forbidden', isSo, 3000).catch(() => false);
  return hasComeTrue && (await page.title()) !== 'ran' && lured.length === 0;
}

describe.each<[string, () => Promise<Page>]>([
  ['the popup', async () => (await openWatched()).popup],
  [
    'the options page',
    async () => {
      // It may reach the lure: only the policy keeps the page from it.
      await app.connect();
      return app.options();
    },
  ],
])('the policy of %s', (_, open) => {
  it('forbids whatever a text could make of the page, and every request', async () => {
    const page = await open();
    for (const [directive, what, attempt] of ATTEMPTS) {
      const outcome = `${directive} forbids ${what}: `;
      expect(outcome + (await isForbidden(page, directive, attempt))).toBe(`${outcome}true`);
    }
  });

  it('forbids nothing that the page itself does', async () => {
    const page = await open();
    const violations: string[] = [];
    page.on('console', (message) => violations.push(message.text()));
    await page.reload();
    await page.locator('main').wait();
    expect(violations).toEqual([]);
  });
});
