import { type ComponentChild, render } from 'preact';
import { expect, onTestFinished } from 'vitest';
import { queryAll } from '../browser/firefox/role-query';
import { emptyBrowser } from './empty-browser';
import { useMessages } from './messages';
import { waitUntil } from './wait-until';

// The top layer is the browsers' own.
HTMLElement.prototype.showPopover ??= () => {};

/** An empty browser whose messages are English, for each test of views, which draws in an empty document. */
export async function useEnglish(): Promise<void> {
  onTestFinished(() => {
    render(null, document.body);
    history.replaceState(null, '', '#');
  });
  emptyBrowser();
  await useMessages('en');
}

/** Draws a view in the document, in place of what was there. */
export function draw(view: ComponentChild): void {
  render(view, document.body);
}

/** The elements of a role, in the order of the document; all names unless one is given. */
export function all(role: string, name?: string, within: ParentNode = document): HTMLElement[] {
  return queryAll(within, name === undefined ? { role } : { role, name }).filter(
    (one) => one instanceof HTMLElement,
  );
}

/** The only element of a role and name, once it is there. */
export async function one(
  role: string,
  name?: string,
  within: ParentNode = document,
): Promise<HTMLElement> {
  return waitUntil(() => {
    const [found, ...others] = all(role, name, within);
    if (found === undefined || others.length > 0) {
      const label = `${role} ${name ?? ''}`;
      expect.fail(`${others.length + (found ? 1 : 0)} × ${label} in: ${document.body.innerHTML}`);
    }
    return found;
  });
}

/** Presses the only button, or what else has the role and name. */
export async function press(name: string, role = 'button'): Promise<void> {
  (await one(role, name)).click();
}

/** Types a text into the only textbox, or what else has the role and name. */
export async function type(name: string, text: string, role = 'textbox'): Promise<void> {
  const field = await one(role, name);
  Reflect.set(field, 'value', text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Chooses the option of a combobox by its text. */
export async function choose(name: string, text: string): Promise<void> {
  const select = (await one('combobox', name)) as HTMLSelectElement;
  select.value = [...select.options].find((option) => option.text === text)?.value ?? text;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Presses a key where the focus is. */
export function key(name: string, keys: KeyboardEventInit = {}): void {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...keys }),
  );
}

/** The texts of the items of a list, without those of lists inside them; none while there is no list. */
export function itemsOf(list: string): string[] {
  const [found] = all('list', list);
  return [...(found?.children ?? [])].map(({ textContent }) => textContent ?? '');
}

/** The only row of the recent reports that shows a text. */
export async function row(text: string): Promise<HTMLElement> {
  return waitUntil(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('.rows .row')];
    const [found, ...others] = rows.filter(({ textContent }) => textContent?.includes(text));
    if (found === undefined || others.length > 0) {
      expect.fail(`${text} is in other than one row: ${rows.map((one) => one.textContent)}`);
    }
    return found;
  });
}

/** Opens the report of the only row of the recent reports that shows a text. */
export async function openReport(text: string): Promise<void> {
  (await row(text)).click();
  await waitUntil(() => expect(document.querySelector('.report-buttons')).not.toBeNull());
}

/** Chooses an item of the open report's menu, or of the only row's menu while no report is open. */
export async function pressMore(item: string): Promise<void> {
  const ofReport = document.querySelector<HTMLElement>('.report-buttons .more');
  (ofReport ?? (await one('button', 'More'))).click();
  await press(item, 'menuitem');
}

/** How often the page shows a text. What it announces stands outside its main part. */
export function timesShown(text: string): number {
  return (document.querySelector('main')?.textContent ?? '').split(text).length - 1;
}

/** Waits until the name or text of the element with the focus has a part. */
export async function hasFocus(name: string): Promise<void> {
  await waitUntil(() => {
    const focused = document.activeElement as HTMLInputElement;
    const label = focused.getAttribute('aria-label') ?? focused.labels?.[0]?.textContent;
    expect(focused === document.body ? 'body' : (label ?? focused.textContent)).toContain(name);
  });
}

/** Waits until the document shows a text no more. */
export async function saysNoMore(text: string): Promise<void> {
  await waitUntil(() => expect(document.body.textContent).not.toContain(text));
}

/** Waits until the document shows a text. */
export async function says(text: string | RegExp): Promise<void> {
  await waitUntil(() => expect(document.body.textContent).toMatch(text));
}
