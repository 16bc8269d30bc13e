import type { Page } from 'puppeteer-core';
import { bareAddress } from '../service/served-report';
import { type Announcements, announcementAfter, announcements } from './announcements';
import { until } from './condition';
import { closePopup, connectThroughOptions } from './own-pages';
import { byRole, fill, find, itemsOf, namesOf, press, textsOf } from './roles';

/** A page of the extension: Puppeteer's page, with a person's verbs beside its own. */
export type Screen = Page & ReturnType<typeof verbsOn>;

/** The buttons that answer a question about a creation. */
const CREATE_ANSWERS = ['Publish anyway', 'Create another'] as const;

type CreateAnswer = (typeof CREATE_ANSWERS)[number];

export function screenOf(page: Page): Screen {
  return Object.assign(page, verbsOn(page));
}

/** What a person does on a page; each verb waits for what it acts on, by role and accessible name. */
function verbsOn(page: Page) {
  const verbs = {
    press: (button: string) => press(page, button),
    fill: (field: string, text: string, role?: string) => fill(page, field, text, role),
    /** Empties a field, as a person does. */
    async clear(field: string, role = 'textbox') {
      await page.locator(byRole(role, field)).click({ count: 3 });
      await page.keyboard.press('Backspace');
    },
    /** Pastes a text, linked or not, where the focus is. */
    paste: (text: string, html = '') =>
      page.evaluate(
        (plain, marked) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', plain);
          clipboardData.setData('text/html', marked);
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
    /** Chooses one of a group of radio buttons; those of an open report stand behind `Change…`. */
    async choose(radio: string) {
      await until(`the choice ${radio}`, async () => {
        const change = await page.$(`${byRole('button', 'Change…')}`);
        const isFolded = await change?.evaluate(({ ariaExpanded }) => ariaExpanded === 'false');
        if (isFolded) await change?.click();
        return !isFolded && (await page.$(byRole('radio', radio))) !== null;
      });
      await page.locator(byRole('radio', radio)).click();
    },
    /** Opens what a button shows and hides, unless it is open. */
    async expand(name: string) {
      const button = await find(page, byRole('button', name));
      if ((await button.evaluate(({ ariaExpanded }) => ariaExpanded)) !== 'true') {
        await button.click();
      }
    },
    /** Chooses an option of one of the filters by its label. */
    async pick(filter: string, option: string) {
      await verbs.expand('Filters');
      const box = await find(page, byRole('combobox', filter));
      await box.evaluate((element, label) => {
        const list = element as HTMLSelectElement;
        const wanted = [...list.options].find(({ text }) => text === label);
        if (!wanted) throw new Error(`No option ${label}`);
        list.value = wanted.value;
        list.dispatchEvent(new Event('change', { bubbles: true }));
      }, option);
    },
    async value(field: string, role = 'textbox'): Promise<string> {
      const element = await find(page, byRole(role, field));
      return element.evaluate((input) => (input as HTMLInputElement).value);
    },
    /** Waits for an element, whether in sight or not, and returns its handle. */
    find: (selector: string) => find(page, selector),
    /** Everything that the main part says; nothing while there is none yet. */
    mainText: (): Promise<string> =>
      page.evaluate(() => document.querySelector('main')?.textContent ?? ''),
    /** Waits until the main part says a text. */
    async says(text: string) {
      await until(`the page says "${text}"`, async () => (await verbs.mainText()).includes(text));
    },
    /** Waits until the main part does not say a text any more. */
    async saysNoMore(text: string) {
      const isGone = async () => !(await verbs.mainText()).includes(text);
      await until(`the page says no more "${text}"`, isGone);
    },
    /** Waits for an alert, and gives what it says. */
    alert: () => until('an alert', async () => (await announcements(page)).alert || false),
    /** What the live regions say right now. */
    announcements: () => announcements(page),
    /** What the live regions say once an act has changed them. */
    announcementAfter: (act: () => Promise<void>) => announcementAfter(page, act),
    /** Waits until the status line says just that. */
    async hasStatus(text: string) {
      let status = '';
      const saysIt = async () => {
        ({ status } = await announcements(page));
        return status === text;
      };
      await until('the status is as expected', saysIt).catch(() => {
        throw new Error(`The status is "${status}", not "${text}".`);
      });
    },
    /** Waits until the focus is on what has this text or label; `body`: on nothing. */
    async hasFocus(name: string) {
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
      await until('the focus is there', isFocused, 10_000).catch(() => {
        throw new Error(`The focus is on ${focused}, not on ${name}.`);
      });
    },
    /** Waits for an element with a role and an accessible name. */
    async shows(role: string, name?: string) {
      await find(page, byRole(role, name));
    },
    /** Chooses an item of the menu that is open. */
    pressItem: (menuitem: string) => page.locator(byRole('menuitem', menuitem)).click(),
    /** Chooses an item of the menu of the report that is open. */
    async pressMore(menuitem: string) {
      await page.locator('.report-buttons .more').click();
      await verbs.pressItem(menuitem);
    },
    /** Presses an item of the menu that the page of a batch has. */
    async pressOfBatch(menuitem: string) {
      await page.locator('.view-header [aria-haspopup=menu]').click();
      await verbs.pressItem(menuitem);
    },
    /** The texts of a list's items, none where there is no such list. */
    items: (list: string) => itemsOf(page, list),
    /** The accessible names of all elements with a role. */
    names: (role: string) => namesOf(page, role),
    texts: (selector: string) => textsOf(page, selector),
    /** Waits until what a press has changed is on the screen. */
    nextFrames: () =>
      page.evaluate(async () => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        await frame();
        await frame();
      }),
    /** Waits until the rows of Recent reports are as the check wants them, and gives them. */
    async rows(check: (rows: string[]) => boolean): Promise<string[]> {
      let rows: string[] = [];
      const areThere = async () => {
        rows = await itemsOf(page, 'Recent reports');
        return check(rows) && rows;
      };
      return until('the rows are as expected', areThere).catch(() => {
        throw new Error(`The rows stayed:\n${rows.join('\n')}`);
      });
    },
    /** The only row that contains a text or an address. Rows show addresses without scheme and `www.`. */
    row: (text: string) => ({
      /** Opens the row. Throws unless exactly one row contains the text. */
      async open() {
        if (text === '') throw new Error('No text tells which row to open.');
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
    /** What was asked for, as its lines and the queue's details tell of it; none where nothing goes on. */
    async queue(): Promise<string[]> {
      if (!(await hasQueue())) return [];
      if (await page.$(byRole('button', 'Queue details'))) await verbs.expand('Queue details');
      return [
        ...(await itemsOf(page, 'Activity')),
        ...(await itemsOf(page, 'Reports on their way')),
      ];
    },
    /** Waits until there is no queue any more. */
    async queueEnds() {
      await until('nothing is on its way', async () => !(await hasQueue()));
    },
    /** Waits until the report that is open has been read, with all that the service says of it. */
    isRead: (): Promise<void> => verbs.shows('heading', 'Other fields'),
    /** Waits until the popup has read the list, as it does once the browser is idle. */
    async hasReadList() {
      // Who has asked for idleness first is called first.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      await verbs.nextFrames();
      await until('the list is read', async () => (await page.$('.is-turning')) === null);
    },
    /**
     * Presses Create report, and returns what the popup says at the end. Throws when the popup asks a
     * question that the test does not answer.
     * @param answer the button that answers the question of this press
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
        const isUnderWay = status.startsWith('Creating report…');
        return !isUnderWay && (alert || status || false);
      };
      return until('the popup says how it ended', outcome, 60_000);
    },
    /** Fills in a connection, presses Connect, and gives what the page then says. */
    connect: (service: { baseUrl: string; apiKey: string }): Promise<Announcements> =>
      connectThroughOptions(page, service),
    /** Closes the page, no sooner than a person could: what it keeps of itself is stored by then. */
    async leave() {
      const hasStored = () => page.evaluate(hasNothingToStore).catch(() => true);
      await until('the page has stored what it keeps', hasStored);
      await closePopup(page);
    },
  };

  async function hasQueue(): Promise<boolean> {
    return (await page.$(byRole('region', 'Queue'))) !== null;
  }
  async function hasButton(name: string): Promise<boolean> {
    return (await page.$(byRole('button', name))) !== null;
  }
  return verbs;
}

/** Whether no page of the extension is about to keep something in memory; runs in the page. */
async function hasNothingToStore(): Promise<boolean> {
  const { held = [], pending = [] } = await navigator.locks.query();
  return ![...held, ...pending].some(({ name }) => name?.startsWith('session:'));
}
