import { describe, expect, it } from 'vitest';
import { usualChecks } from '../service/served-checks';
import { textsOf } from '../support/locale-texts';
import { app, creation, failures, useService } from './app';
import { extensionIn } from './extension-in';
import { cutOff } from './looks/cut-off';
import { takePicture } from './looks/looks';
import { failedInSight } from './report-content-reading';

const DAY_MS = 24 * 60 * 60_000;
const GENERATED = '2025-03-05T12:00:00Z';

/** The plural forms for 1, 2, 3 and 5 reports. */
const LANGUAGES = {
  de: { direction: 'ltr', forms: ['one', 'other', 'other', 'other'] },
  ar: { direction: 'rtl', forms: ['one', 'two', 'few', 'few'] },
};

describe.each(Object.entries(LANGUAGES))(
  'in the language %s',
  async (locale, { direction, forms }) => {
    useService({ extensionDir: extensionIn(locale) });
    const texts = await textsOf(locale);
    const text = (key: string, ...filled: string[]) =>
      (texts.get(key) ?? key).replace(/\$(\d)/g, (_, number) => filled[number - 1] ?? '');

    it('a report is translated, and shows three failed checks without scrolling', async () => {
      app.service.add({ url: 'https://clinic.example/', result: 'good', generated_at: GENERATED });
      app.service.behave({ shape: { content: { results: usualChecks() } } });
      const popup = await app.popup();
      await popup.locator('.rows .row').click();
      await popup.shows('heading', text('report.otherFields'));
      await popup.setViewport({ width: 400, height: 510 });
      await takePicture(popup, `a report in ${locale}`);
      expect(await cutOff(popup, 0)).toEqual([]);
      expect(await failedInSight(popup)).toBeGreaterThanOrEqual(3);
      await popup.says(text('checks.group.miscellaneous'));
      await popup.says(text('checks.reason.too_slow'));
      await popup.says(text('report.failedOf', '16', '6', '5', '5'));
      await popup.locator('.passed-checks summary').click();
      await popup.says(text('checks.name.dom_size'));
      await popup.$eval('.passed-checks', (passed) => passed.scrollIntoView());
      await takePicture(popup, `a report in ${locale}, passed`);
    });

    it('All reports is translated, and no word is cut off', async () => {
      const url = 'https://clinic.example/opening-hours';
      app.service.add({ url: 'https://clinic.example/team', generated_at: '2025-01-02T12:00:00Z' });
      for (const [month, score] of [47, 58, 74].entries()) {
        app.service.add({ url, score, generated_at: `2025-0${month + 1}-05T12:00:00Z` });
      }
      const page = await app.reports();
      await page.locator('.table-row .row').click();
      await page.find('.what-changed');
      for (const width of [1280, 380]) {
        await page.setViewport({ width, height: 800 });
        await page.nextFrames();
        await takePicture(page, `all reports in ${locale}, one open, ${width}`);
        // The list beside a report shows privacies as icons.
        const cut = await page.$$eval(
          '.long-table th:not(:nth-child(6)), .section-head button',
          (all) =>
            all
              .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
              .map(({ textContent }) => textContent),
        );
        expect(cut).toEqual([]);
      }
      await page.keyboard.press('Escape');
      for (const row of [1, 2]) await page.locator(`.table-row:nth-child(${row}) input`).click();
      await takePicture(page, `all reports in ${locale}, two selected`);
      await page.says(text('reports.compare'));
    });

    it('a client has its averages in the direction of the text', async () => {
      for (const [days, score] of [
        [10, 73],
        [1, 71],
      ] as const) {
        const generated_at = new Date(Date.now() - days * DAY_MS).toISOString();
        app.service.add({ url: 'https://clinic.example/', score, generated_at });
      }
      const page = await app.reports();
      await page.locator('.client-name button').click();
      const now = await page.find('.client-header .measure b');
      const distance = await now.evaluate((bold) => {
        const before = document.createRange();
        before.selectNode(bold.previousSibling ?? bold);
        return bold.getBoundingClientRect().left - before.getBoundingClientRect().left;
      });
      expect(Math.sign(distance)).toBe(direction === 'ltr' ? 1 : -1);
    });

    it('an intended problem is translated, and no word is cut off', async () => {
      for (const path of ['team', 'prices', 'contact']) {
        const failing = ['title', 'sitemap'];
        app.service.add({ url: `https://clinic.example/${path}`, failing, score: 60 });
      }
      const page = await app.reports();
      const expectUncut = async (name: string) => {
        for (const width of [1280, 380]) {
          await page.setViewport({ width, height: 800 });
          await page.nextFrames();
          await takePicture(page, `${name} in ${locale}, ${width}`);
          expect(await cutOff(page, 0)).toEqual([]);
        }
        await page.setViewport({ width: 1280, height: 800 });
      };
      const title = text('checks.name.title');
      await page.locator(`.findings li button ::-p-text(${title})`).click();
      await page.locator('.problem-header [aria-haspopup=menu]').click();
      await page.pressMenuItem(text('intended.mark'));
      await page.shows('button', text('intended.save'));
      await expectUncut('the form of an intended problem');
      await page.press(text('intended.save'));
      await page.says(text('intended.marked', '').trim());
      await expectUncut('an intended problem');
      await page.press(text('report.back'));
      await page.press(text('intended.all', '1'));
      await page.shows('button', text('intended.again'));
      await expectUncut('the list of intended problems');
      await page.locator('.client-name button').click();
      await page.says(text('intended.count.one', '1'));
      await expectUncut('a client with an intended problem');
      await page.locator('.table-row .row').click();
      await page.says(`${text('intended.label')} 1`);
      await expectUncut('a report with an intended problem');
    });

    it('popup, report and options are translated, with plurals, dates and text direction', async () => {
      app.service.add({ url: 'https://clinic.example/', result: 'good', generated_at: GENERATED });
      app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
      const popup = await app.popup();
      expect(
        await popup.evaluate(() => [document.documentElement.lang, document.documentElement.dir]),
      ).toEqual([locale, direction]);
      const day = new Date(GENERATED).toLocaleDateString(locale, { dateStyle: 'medium' });
      await popup.says(text('rating.good'));
      await popup.says(day);
      await popup.setViewport({ width: 360, height: 600 });
      expect(await cutOff(popup, 0)).toEqual([]);
      let waiting = 0;
      for (const [index, count] of [1, 2, 3, 5].entries()) {
        // Five jobs have lines, and a number counts the others.
        for (; waiting < 5 + count; waiting += 1) {
          await app.worker.createJobs(creation(`https://${waiting}.example/`));
        }
        await popup.says(text(`operation.more.${forms[index]}`, String(count)));
      }
      await popup.locator('.rows .row').click();
      await popup.shows('button', text('report.update'));
      const options = await app.options();
      await options.says(text('options.connected', new URL(app.service.baseUrl).host));
      expect(await options.title()).toBe(text('options.title'));
      for (const [page, margin] of [[options, 16] as const, [await app.batches(), 0] as const]) {
        await page.setViewport({ width: 320, height: 600 });
        expect(await cutOff(page, margin)).toEqual([]);
      }
      const named = await app.worker.page.evaluate(
        'chrome.runtime.getManifest().name + " " + chrome.i18n.getMessage("command_reportPage")',
      );
      expect(named).toBe(`${text('extension.name')} ${text('command.reportPage')}`);
    });
  },
);
