import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { service, stage } from './fixture';
import { lure, lured, openWatched, useHostileService } from './hostile-answers';
import { connectAtOnce } from './scene';

useHostileService();

/** Stands for an address of somebody else. */
const LURE = 'LURE';

/** Elements that somebody could add who has got the page to take up markup. */
const ELEMENTS: [directive: string, what: string, tag: string, properties: object][] = [
  [
    'require-trusted-types-for',
    'a script made of a text',
    'script',
    { text: 'document.title = "ran"' },
  ],
  ['require-trusted-types-for', 'an object from elsewhere', 'object', { data: LURE }],
  ['script-src-elem', 'a module from elsewhere', 'link', { rel: 'modulepreload', href: LURE }],
  ['style-src-elem', 'a style sheet from elsewhere', 'link', { rel: 'stylesheet', href: LURE }],
  ['style-src-elem', 'an inline style sheet', 'style', { textContent: 'body { background: red }' }],
  ['img-src', 'a picture from elsewhere', 'img', { src: LURE }],
  ['frame-src', 'a frame from elsewhere', 'iframe', { src: LURE }],
  ['base-uri', 'another base for addresses', 'base', { href: LURE }],
];

/** Runs in the page. */
type Attempt = (lure: string) => unknown;

/** What else could be tried by somebody who has got the page to run a line. */
const ATTEMPTS: [directive: string, what: string, attempt: Attempt][] = [
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

/** The directives that the page's policy has forbidden something by while an attempt was made. */
async function forbiddenBy(page: Page, attempt: () => Promise<unknown>): Promise<string[]> {
  await page.evaluate(() => {
    const forbidden: string[] = [];
    Reflect.set(window, 'forbidden', forbidden);
    document.addEventListener('securitypolicyviolation', (event) => {
      forbidden.push(event.effectiveDirective);
    });
  });
  // What is refused at once throws as well.
  await attempt().catch(() => {});
  try {
    return await until(
      'something is forbidden',
      async () => {
        const forbidden = await page.evaluate(() => Reflect.get(window, 'forbidden') as string[]);
        return forbidden.length > 0 && forbidden;
      },
      3000,
    );
  } catch {
    return [];
  }
}

describe.each<[string, () => Promise<Page>]>([
  ['the popup', async () => (await openWatched()).popup],
  [
    'the options page',
    async () => {
      // It may reach the lure: only the policy keeps the page from it.
      await connectAtOnce(stage, service);
      return stage.openOptions();
    },
  ],
])('the policy of %s', (_, open) => {
  let page: Page;

  beforeEach(async () => {
    page = await open();
  });

  async function expectForbidden(directive: string, attempt: () => Promise<unknown>) {
    expect(await forbiddenBy(page, attempt)).toContain(directive);
    expect(await page.title()).not.toBe('ran');
    expect(lured).toEqual([]);
  }

  it.each(ELEMENTS)('forbids by %s %s', async (directive, _, tag, properties) => {
    const given = JSON.stringify(properties).replace(LURE, lure);
    await expectForbidden(directive, () =>
      page.evaluate(
        (name, values) => {
          document.body.append(Object.assign(document.createElement(name), JSON.parse(values)));
        },
        tag,
        given,
      ),
    );
  });

  it.each(ATTEMPTS)('forbids by %s %s', (directive, _, attempt) =>
    expectForbidden(directive, () => page.evaluate(attempt, lure)),
  );

  it('forbids nothing that the page itself does', async () => {
    const violations: string[] = [];
    page.on('console', (message) => violations.push(message.text()));
    await page.reload();
    await page.locator('main').wait();
    expect(violations).toEqual([]);
  });
});
