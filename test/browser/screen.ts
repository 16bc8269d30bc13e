import type { Page } from 'puppeteer-core';
import { bareAddress } from '../service/served-report';
import { type Announcements, announcementAfter, announcements } from './announcements';
import { until } from './condition';
import { closePopup, connectThroughOptions } from './page-actions';
import { byRole, fill, find, findNamed, itemsOf, namesOf, press, textsOf } from './roles';

/** A page of Puppeteer with the actions of a person. */
export type Screen = Page & ReturnType<typeof actionsOn>;

const CREATE_ANSWERS = ['Publish anyway', 'Create another'] as const;

type CreateAnswer = (typeof CREATE_ANSWERS)[number];

export function screenOf(page: Page): Screen {
  return Object.assign(page, actionsOn(page));
}

/** Each action waits for its element. */
function actionsOn(page: Page) {
  const actions = {
    press: (button: string) => press(page, button),
    fill: (field: string, text: string, role?: string) => fill(page, field, text, role),
    /** Empties a field by selecting its text and pressing Backspace. */
    async clear(field: string, role = 'textbox') {
      await page.locator(byRole(role, field)).click({ count: 3 });
      await page.keyboard.press('Backspace');
    },
    /** Pastes a text, optionally with HTML, into the focused element. */
    paste: (text: string, html = '') =>
      page.evaluate(
        (plainText, markup) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', plainText);
          clipboardData.setData('text/html', markup);
          const event = new ClipboardEvent('paste', {
            clipboardData,
            bubbles: true,
            cancelable: true,
          });
          (document.activeElement ?? document.body).dispatchEvent(event);
        },
        text,
        html,
      ),
    /** Selects a radio button. On an open report, first presses `Change…`, which shows the radio buttons. */
    async choose(radio: string) {
      await until(`the choice ${radio}`, async () => {
        const change = await page.$(byRole('button', 'Change…'));
        const isCollapsed = await change?.evaluate(({ ariaExpanded }) => ariaExpanded === 'false');
        if (isCollapsed) await change?.click();
        return !isCollapsed && (await page.$(byRole('radio', radio))) !== null;
      });
      await page.locator(byRole('radio', radio)).click();
    },
    async expand(name: string) {
      const button = await findNamed(page, 'button', name);
      if ((await button.evaluate(({ ariaExpanded }) => ariaExpanded)) !== 'true') {
        await button.click();
      }
    },
    async chooseFilter(filter: string, option: string) {
      await actions.expand('Filters');
      await actions.chooseOption(filter, option);
    },
    async chooseOption(name: string, option: string) {
      const combobox = await findNamed(page, 'combobox', name);
      await combobox.evaluate((element, label) => {
        const select = element as HTMLSelectElement;
        const chosen = [...select.options].find(({ text }) => text === label);
        if (!chosen) throw new Error(`No option ${label}`);
        select.value = chosen.value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }, option);
    },
    async value(field: string, role = 'textbox'): Promise<string> {
      const element = await findNamed(page, role, field);
      return element.evaluate((input) => (input as HTMLInputElement).value);
    },
    find: (selector: string) => find(page, selector),
    mainText: (): Promise<string> =>
      page.evaluate(() => document.querySelector('main')?.textContent ?? ''),
    /** Waits until the main element contains a text. */
    async says(text: string) {
      await until(`the page says "${text}"`, async () => (await actions.mainText()).includes(text));
    },
    /** Waits until the main element does not contain a text. */
    async saysNoMore(text: string) {
      const isGone = async () => !(await actions.mainText()).includes(text);
      await until(`the page no longer says "${text}"`, isGone);
    },
    /** Waits for an alert, and returns its text. */
    untilAlert: () => until('an alert', async () => (await announcements(page)).alert || false),
    announcements: () => announcements(page),
    announcementAfter: (act: () => Promise<void>) => announcementAfter(page, act),
    /** Waits until the status message is exactly a text. */
    async untilStatus(text: string) {
      let status = '';
      const isExpected = async () => {
        ({ status } = await announcements(page));
        return status === text;
      };
      await until('the status is as expected', isExpected).catch(() => {
        throw new Error(`The status is "${status}", not "${text}".`);
      });
    },
    /** Waits until the focus is on an element whose name contains `name`. `body`: on no element. */
    async expectFocus(name: string) {
      let focused = '';
      const isFocused = async () => {
        focused = await page.evaluate(() => {
          const { tagName, ariaLabel, textContent, labels } =
            document.activeElement as HTMLInputElement;
          const label = labels?.[0]?.textContent;
          return tagName === 'BODY' ? 'body' : (ariaLabel ?? label ?? textContent);
        });
        return focused.includes(name);
      };
      await until(`${name} has the focus`, isFocused, 10_000).catch(() => {
        throw new Error(`The focus is on ${focused}, not on ${name}.`);
      });
    },
    /** Waits for an element with a role and, if given, a name. */
    async shows(role: string, name?: string) {
      if (name === undefined) await find(page, byRole(role));
      else await findNamed(page, role, name);
    },
    async pressMenuItem(menuitem: string) {
      await findNamed(page, 'menuitem', menuitem);
      await page.locator(byRole('menuitem', menuitem)).click();
    },
    async pressInMenu(menuitem: string) {
      await page.locator('.report-buttons .more').click();
      await actions.pressMenuItem(menuitem);
    },
    async pressInBatchMenu(menuitem: string) {
      await page.locator('.view-header [aria-haspopup=menu]').click();
      await actions.pressMenuItem(menuitem);
    },
    items: (list: string) => itemsOf(page, list),
    names: (role: string) => namesOf(page, role),
    texts: (selector: string) => textsOf(page, selector),
    /** Waits until the page has painted the effect of an action. */
    nextFrames: () =>
      page.evaluate(async () => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        await frame();
        await frame();
      }),
    /** Waits until the rows of *Recent reports* pass a check. */
    async untilRows(check: (rows: string[]) => boolean): Promise<string[]> {
      let rows: string[] = [];
      const expectedRows = async () => {
        rows = await itemsOf(page, 'Recent reports');
        return check(rows) && rows;
      };
      return until('the rows are as expected', expectedRows).catch(() => {
        throw new Error(`The rows are still:\n${rows.join('\n')}`);
      });
    },
    /** Finds the only row of *Recent reports* that contains a text, or an address without its scheme. */
    row: (text: string) => ({
      async open() {
        if (text === '') throw new Error('An empty text identifies no row.');
        const list = await find(page, byRole('list', 'Recent reports'));
        const row = await list.evaluateHandle(
          (element, parts) => {
            const rows = [...element.querySelectorAll('.row')].filter(({ textContent }) =>
              parts.some((part) => textContent.includes(part)),
            );
            if (rows.length !== 1) throw new Error(`${rows.length} rows contain ${parts[0]}.`);
            return rows[0] as Element;
          },
          [text, bareAddress(text)],
        );
        await row.click();
      },
    }),
    /** Returns the lines of the queue and of its details; empty without a queue. */
    async queue(): Promise<string[]> {
      if (!(await hasQueue())) return [];
      if (await page.$(byRole('button', 'Queue details'))) await actions.expand('Queue details');
      return [...(await itemsOf(page, 'Activity')), ...(await itemsOf(page, 'In progress'))];
    },
    /** Waits until the queue disappears. */
    async queueEnds() {
      await until('the queue disappears', async () => !(await hasQueue()));
    },
    /** Waits until the report view shows fields that only a read report has. */
    untilReportIsRead: (): Promise<void> => actions.shows('heading', 'Other fields'),
    /** Waits until the popup has read the list. */
    async untilListIsRead() {
      // The popup begins to read in an idle callback, which runs before this one.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      await actions.nextFrames();
      await until('the list is read', async () => (await page.$('.is-turning')) === null);
    },
    /**
     * Presses *Create report*, and returns the announced outcome.
     * @param answer the button that answers a question of the popup
     * @throws if the popup asks a question, and `answer` is absent
     */
    async create(answer?: CreateAnswer): Promise<string> {
      await press(page, 'Create report');
      if (answer !== undefined) {
        await press(page, answer);
        await until(`${answer} is answered`, async () => !(await hasButton(answer)));
      }
      const outcome = async () => {
        for (const question of CREATE_ANSWERS) {
          if (await hasButton(question)) throw new Error(`The popup asks: ${question}?`);
        }
        const { status, alert } = await announcements(page);
        const isCreating = status.startsWith('Creating report…');
        return !isCreating && (alert || status || false);
      };
      return until('the popup announces the outcome', outcome, 60_000);
    },
    connect: (service: { baseUrl: string; apiKey: string }): Promise<Announcements> =>
      connectThroughOptions(page, service),
    /** Closes a page after its writes to `storage.session`. A person is not faster than these writes. */
    async closeAfterWrites() {
      const hasEnded = () => page.evaluate(hasNoPendingWrites).catch(() => true);
      await until('the writes of the page end', hasEnded);
      await closePopup(page);
    },
  };

  async function hasQueue(): Promise<boolean> {
    return (await page.$(byRole('region', 'Queue'))) !== null;
  }
  async function hasButton(name: string): Promise<boolean> {
    return (await page.$(byRole('button', name))) !== null;
  }
  return actions;
}

/** Whether no extension page has a pending write to `storage.session`. Runs in the page. */
async function hasNoPendingWrites(): Promise<boolean> {
  const { held = [], pending = [] } = await navigator.locks.query();
  return ![...held, ...pending].some(({ name }) => name?.startsWith('session:'));
}
