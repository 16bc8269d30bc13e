import type { Page } from 'puppeteer-core';
import { type Announcements, announcementAfter, announcements } from '../browser/announcements';
import { until } from '../browser/condition';
import { closePopup, connectThroughOptions } from '../browser/own-pages';
import { byRole, fill, itemsOf, namesOf, press, textsOf } from '../browser/roles';

/** What a person does on a page of the extension, and what it says to them. */
interface Verbs {
  press(button: string): Promise<void>;
  fill(field: string, text: string, role?: string): Promise<void>;
  /** Empties a field, as a person does. */
  clear(field: string, role?: string): Promise<void>;
  /** Chooses one of a group of radio buttons. */
  choose(radio: string): Promise<void>;
  /** Opens what a button shows and hides, unless it is open. */
  expand(button: string): Promise<void>;
  /** Chooses an option of one of the filters by its label. */
  pick(filter: string, option: string): Promise<void>;
  value(field: string, role?: string): Promise<string>;
  /** Everything that the main part says; nothing while there is none yet. */
  mainText(): Promise<string>;
  /** Waits until it says a text. */
  says(text: string): Promise<void>;
  /** Waits until it does not say a text any more. */
  saysNoMore(text: string): Promise<void>;
  /** Waits for an alert, and gives what it says. */
  alert(): Promise<string>;
  /** What the live regions say right now. */
  announcements(): Promise<Announcements>;
  /** What they say once an act has changed them. */
  announcementAfter(act: () => Promise<void>): Promise<Announcements>;
  /** Waits until the focus is on what has this text or label; `body`: on nothing. */
  hasFocus(name: string): Promise<void>;
  /** The texts of a list's items, none where there is no such list. */
  items(list: string): Promise<string[]>;
  /** The accessible names of all elements with a role. */
  names(role: string): Promise<string[]>;
  texts(selector: string): Promise<string[]>;
  /** Waits until what a press has changed is on the screen. */
  nextFrames(): Promise<void>;
  /** Waits until the rows of Recent reports are as the check wants them, and gives them. */
  rows(check: (rows: string[]) => boolean): Promise<string[]>;
  row(text: string): { open(): Promise<void> };
  /** The reports on their way, as the queue's details tell of them; none where there is no queue. */
  queue(): Promise<string[]>;
  /** Waits until there is no queue any more. */
  queueEnds(): Promise<void>;
  /** Waits until the report that is open has been read, with all that the service says of it. */
  isRead(): Promise<void>;
  /** Presses Create report, agrees to publish, and gives the word that it is done. */
  create(): Promise<string>;
  /** Fills in a connection, presses Connect, and gives what the page then says. */
  connect(service: { baseUrl: string; apiKey: string }): Promise<Announcements>;
  /** Closes it, and waits until it is gone. */
  leave(): Promise<void>;
  /** Waits for an element with a role and an accessible name. */
  shows(role: string, name?: string): Promise<void>;
  /** Waits until the status line says just that. */
  hasStatus(text: string): Promise<void>;
  /** Chooses an item of the menu that is open. */
  pressItem(menuitem: string): Promise<void>;
}

/** A page of the extension: Puppeteer's page, with a person's verbs beside its own. */
export type Screen = Page & Verbs;

/** Gives a page the verbs; they wait for what they act on, by role and accessible name. */
export function screenOf(page: Page): Screen {
  async function expand(name: string): Promise<void> {
    const button = await page.locator(byRole('button', name)).waitHandle();
    if ((await button.evaluate((element) => element.ariaExpanded)) !== 'true') await button.click();
  }
  function mainText(): Promise<string> {
    return page.evaluate(() => document.querySelector('main')?.textContent ?? '');
  }
  async function hasQueue(): Promise<boolean> {
    return (await page.$(byRole('region', 'Queue'))) !== null;
  }

  return Object.assign(page, {
    press: (name) => press(page, name),
    fill: (name, text, role) => fill(page, name, text, role),
    async clear(name, role = 'textbox') {
      await page.locator(byRole(role, name)).click({ count: 3 });
      await page.keyboard.press('Backspace');
    },
    choose: (name) => page.locator(byRole('radio', name)).click(),
    expand,
    async pick(name, label) {
      await expand('Filters');
      const box = await page.locator(byRole('combobox', name)).waitHandle();
      await box.evaluate((element, wanted) => {
        const list = element as HTMLSelectElement;
        const option = [...list.options].find(({ text }) => text === wanted);
        if (!option) throw new Error(`No option ${wanted}`);
        list.value = option.value;
        list.dispatchEvent(new Event('change', { bubbles: true }));
      }, label);
    },
    value: (name, role = 'textbox') =>
      page
        .locator(byRole(role, name))
        .map((field) => (field as HTMLInputElement).value)
        .wait(),
    mainText,
    async says(text) {
      await until(`the page says "${text}"`, async () => (await mainText()).includes(text));
    },
    async saysNoMore(text) {
      await until(
        `the page says no more "${text}"`,
        async () => !(await mainText()).includes(text),
      );
    },
    alert: () => until('an alert', async () => (await announcements(page)).alert || false),
    announcements: () => announcements(page),
    announcementAfter: (act) => announcementAfter(page, act),
    async hasFocus(name) {
      let focused = '';
      const isFocused = async () => {
        focused = await page.evaluate(() => {
          const { tagName, ariaLabel, textContent, id } = document.activeElement as HTMLElement;
          const label = document.querySelector(`label[for="${id}"]`)?.textContent;
          return tagName === 'BODY' ? 'body' : (ariaLabel ?? label ?? textContent);
        });
        return focused.includes(name);
      };
      await until('the focus is there', isFocused, 10_000).catch(() => {
        throw new Error(`The focus is on ${focused}, not on ${name}.`);
      });
    },
    items: (name) => itemsOf(page, name),
    names: (role) => namesOf(page, role),
    texts: (selector) => textsOf(page, selector),
    nextFrames: () =>
      page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
          }),
      ),
    async rows(check) {
      let rows: string[] = [];
      const areThere = async () => {
        rows = await itemsOf(page, 'Recent reports');
        return check(rows) && rows;
      };
      return until('the rows are as expected', areThere).catch(() => {
        throw new Error(`The rows stayed:\n${rows.join('\n')}`);
      });
    },
    row: (text) => ({
      async open() {
        const rows = await page.$$(`${byRole('list', 'Recent reports')} .row`);
        for (const row of rows) {
          if (!(await row.evaluate((button) => button.textContent)).includes(text)) continue;
          await row.click();
          await page.locator(byRole('button', 'Back')).wait();
          return;
        }
        throw new Error(`No row contains ${text}`);
      },
    }),
    async queue() {
      if (!(await hasQueue())) return [];
      await expand('Queue details');
      return itemsOf(page, 'Reports on their way');
    },
    async queueEnds() {
      await until('nothing is on its way', async () => !(await hasQueue()));
    },
    async isRead() {
      await page.locator(byRole('searchbox', 'Filter fields')).wait();
    },
    async create() {
      await press(page, 'Create report');
      let hasAgreed = false;
      const outcome = async () => {
        const { status, alert } = await announcements(page);
        if (!hasAgreed && (await page.$(byRole('button', 'Publish anyway'))) !== null) {
          hasAgreed = true;
          await press(page, 'Publish anyway');
          return false;
        }
        const isUnderWay = status.startsWith('Creating report…');
        return !isUnderWay && (alert || status || false);
      };
      return until('the popup says how it ended', outcome, 60_000);
    },
    connect: (service) => connectThroughOptions(page, service),
    leave: () => closePopup(page),
    shows: (role, name) => page.locator(byRole(role, name)).wait().then(),
    async hasStatus(text) {
      let status = '';
      const saysIt = async () => {
        ({ status } = await announcements(page));
        return status === text;
      };
      await until('the status is as expected', saysIt).catch(() => {
        throw new Error(`The status is "${status}", not "${text}".`);
      });
    },
    pressItem: (name) => page.locator(byRole('menuitem', name)).click(),
  } satisfies Verbs);
}
