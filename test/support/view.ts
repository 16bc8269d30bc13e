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

/** Presses a key where the focus is. */
export function key(name: string): void {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
  );
}

/** Waits until the document shows a text. */
export async function says(text: string | RegExp): Promise<void> {
  await waitUntil(() => expect(document.body.textContent).toMatch(text));
}
