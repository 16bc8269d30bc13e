import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../support/locale-texts';
import { app, failures, type Screen, useService } from './app';
import { extensionIn } from './extension-in';
import { takePicture } from './looks/looks';

/** Returns the height of *This page* in pixels, and its parts that are cut off. */
const thisPage = (popup: Screen) =>
  popup.$eval('.this-page', (region) => {
    const parts =
      '.page-result > *, .page-day > :last-child, .page-brief span, .page-brief svg, button';
    const clipped = [...region.querySelectorAll(parts)]
      .filter((part) => !part.matches('.page-compared, .visually-hidden, .visually-hidden *'))
      .filter((part) => {
        const line = part.parentElement?.closest('.page-result, .page-brief') ?? region;
        const [box, outer] = [part.getBoundingClientRect(), line.getBoundingClientRect()];
        // A part that does not fit is hidden as a whole.
        if (box.top >= outer.bottom - 1) return false;
        const isInside = box.left >= outer.left - 1 && box.right <= outer.right + 1;
        // The widest fonts cut the end of the longest text.
        const isCut = part.matches('.cut') && part.clientWidth + 1 < part.scrollWidth * 0.8;
        return !isInside || isCut;
      });
    return {
      height: region.getBoundingClientRect().height,
      clipped: clipped.map(({ localName, textContent }) => `${localName} ${textContent}`),
    };
  });

const DAY_MS = 24 * 60 * 60_000;

const LOCALES = readdirSync('components/text/locales').map((file) => file.replace('.yml', ''));

describe.each(LOCALES)('in the language %s, This page', async (locale) => {
  useService({ launch: { extensionDir: extensionIn(locale), showsScrollbars: true } });
  const texts = await textsOf(locale);
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

  /** Adds seven results of a page. The last result has a new failed check. */
  function addResults(url: string, newCheck: string, daysOfLast = 1): void {
    for (const [at, score] of [88, 90, 91, 89, 92, 100, 55].entries()) {
      const failing = at === 6 ? ['title', newCheck] : ['title'];
      app.service.add({ url, score, failing, generated_at: ago(daysOfLast + 7 * (6 - at)) });
    }
  }

  it('has one height and cuts off no text', async () => {
    const url = app.service.samplePages.good;
    const names = [...texts].filter(([key]) => /^checks\.name\.\w+$/.test(key));
    const [longest] = names.toSorted(([, one], [, other]) => other.length - one.length);
    app.service.add({ url: `${url}?unrated`, result: null, generated_at: null });
    addResults(`${url}?longest`, longest?.[0].split('.')[2] ?? '');
    addResults(`${url}?old`, 'sitemap', 400);
    const states = ['none', 'unrated', 'longest', 'old'];
    await app.connect();
    await app.worker.callForConnection('readAllReports', true);
    for (const state of states) {
      const popup = await app.popup(`${url}?${state}`);
      expect(await popup.$eval('.this-page b', (b) => b.textContent)).toBe(texts.get('page.label'));
      await popup.find(state === 'none' ? '.page-none:not(:empty)' : '.this-page > .opens');
      if (/longest|old/.test(state)) await popup.find('.page-news');
      await popup.nextFrames();
      await takePicture(popup, `this page in ${locale}, ${state}`);
      expect({ state, ...(await thisPage(popup)) }).toEqual({ state, height: 76, clipped: [] });
      await popup.close();
    }
    app.service.behave({ on: { method: 'PUT' }, fail: failures.silence });
    const popup = await app.popup(`${url}?longest`);
    await popup.locator('.page-tools > .compact').click();
    await popup.find('.page-tools > [aria-disabled=true]');
    await takePicture(popup, `this page in ${locale}, busy`);
    expect(await thisPage(popup)).toEqual({ height: 76, clipped: [] });
  });
});
