import { type ComponentChild, render } from 'preact';
import { expect, onTestFinished } from 'vitest';
import { queryAll } from '../browser/firefox/role-query';
import { REPLACEMENT_MS, similarRoles, wrongRole } from '../browser/similar-roles';
import { emptyBrowser } from './empty-browser';
import { useMessages } from './messages';
import { usePopovers } from './popovers';
import { waitUntil } from './wait-until';

/** Prepares a test of views: an empty browser, English messages, and cleanup of the document. */
export async function useEnglish(): Promise<void> {
  onTestFinished(() => {
    render(null, document.body);
    history.replaceState(null, '', '#');
  });
  usePopovers();
  emptyBrowser();
  await useMessages('en');
}

/** Renders a view into the document. */
export function draw(view: ComponentChild): void {
  render(view, document.body);
}

/** Returns the elements with a role and, if given, a name, in the order of the document. */
export function all(role: string, name?: string, within: ParentNode = document): HTMLElement[] {
  return queryAll(within, name === undefined ? { role } : { role, name }).filter(
    (element) => element instanceof HTMLElement,
  );
}

/**
 * Waits for the only element with a role and a name, and returns the element. If, after `REPLACEMENT_MS`,
 * only an element with a similar role has the name, throws without waiting for the time limit.
 */
export async function one(
  role: string,
  name?: string,
  within: ParentNode = document,
): Promise<HTMLElement> {
  const start = performance.now();
  const result = await waitUntil(() => {
    const found = all(role, name, within);
    const [element] = found;
    if (element !== undefined && found.length === 1) return element;
    const mayBeReplaced = performance.now() - start < REPLACEMENT_MS;
    if (element === undefined && name !== undefined && !mayBeReplaced) {
      const actual = similarRoles(role).find((other) => all(other, name, within).length > 0);
      // Returned, because `waitUntil` repeats a check that throws.
      if (actual !== undefined) return wrongRole(name, role, actual);
    }
    expect.fail(`${found.length} × ${role} ${name ?? ''} in: ${document.body.innerHTML}`);
  });
  if (result instanceof Error) throw result;
  return result;
}

/** Clicks the only element with a role and a name. */
export async function press(name: string, role = 'button'): Promise<void> {
  (await one(role, name)).click();
}

/** Replaces the text of a field. */
export async function type(name: string, text: string, role = 'textbox'): Promise<void> {
  const field = await one(role, name);
  Reflect.set(field, 'value', text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Chooses an option of a combobox by the option's text. */
export async function choose(name: string, text: string): Promise<void> {
  const select = (await one('combobox', name)) as HTMLSelectElement;
  select.value = [...select.options].find((option) => option.text === text)?.value ?? text;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * Presses a key on the element with the focus.
 * @param keys the modifier keys
 * @returns whether the page handled the key; otherwise, the browser would handle it
 */
export function pressKey(name: string, keys: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', {
    key: name,
    bubbles: true,
    cancelable: true,
    ...keys,
  });
  (document.activeElement ?? document.body).dispatchEvent(event);
  return event.defaultPrevented;
}

/** Returns the texts of a list's items; empty if the list does not exist. */
export function itemsOf(list: string): string[] {
  const [found] = all('list', list);
  return [...(found?.children ?? [])].map(({ textContent }) => textContent ?? '');
}

/** Waits for the only row that contains a text, and returns the row. */
export async function row(text: string): Promise<HTMLElement> {
  return waitUntil(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('.rows .row')];
    const [found, ...others] = rows.filter(({ textContent }) => textContent?.includes(text));
    if (found === undefined || others.length > 0) {
      expect.fail(`Not exactly one row shows ${text}: ${rows.map((other) => other.textContent)}`);
    }
    return found;
  });
}

/** Opens the report of the only row that contains a text. */
export async function openReport(text: string): Promise<void> {
  (await row(text)).click();
  await waitUntil(() => expect(document.querySelector('.report-buttons')).not.toBeNull());
}

/** Presses an item in the menu of the open report, or of the only row. */
export async function pressInMenu(item: string): Promise<void> {
  const menuButton = document.querySelector<HTMLElement>('.report-buttons .more');
  (menuButton ?? (await one('button', 'More'))).click();
  await press(item, 'menuitem');
}

/** Counts a text in the main element, so that live regions do not count. */
export function timesShown(text: string): number {
  return (document.querySelector('main')?.textContent ?? '').split(text).length - 1;
}

/** Waits until the name or text of the element with the focus contains `name`. */
export async function expectFocus(name: string): Promise<void> {
  await waitUntil(() => {
    const focused = document.activeElement as HTMLInputElement;
    const label = focused.getAttribute('aria-label') ?? focused.labels?.[0]?.textContent;
    expect(focused === document.body ? 'body' : (label ?? focused.textContent)).toContain(name);
  });
}

/** Waits until the document does not contain a text. */
export async function saysNoMore(text: string): Promise<void> {
  await waitUntil(() => expect(document.body.textContent).not.toContain(text));
}

/** Waits until the document contains a text. */
export async function says(text: string | RegExp): Promise<void> {
  await waitUntil(() => expect(document.body.textContent).toMatch(text));
}
