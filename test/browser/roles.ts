import type { ElementHandle, Page } from 'puppeteer-core';
import { until } from './condition';
import { hasRoleSelector } from './firefox/role-selector';

/**
 * A Puppeteer selector for elements by role and exact accessible name, or by role alone. Put two
 * together with a space for one inside the other: `${byRole('list', 'Reports')} ${byRole('listitem')}`.
 *
 * Password fields are textboxes here too. Hidden elements are not found. Waiting for such a
 * selector needs a page that is in front or a popup: a hidden page paints no frames.
 */
export function byRole(role: string, name?: string): string {
  if (hasRoleSelector()) return `::-p-role(${quoted(JSON.stringify({ role, name }))})`;
  const named = name === undefined ? '' : `[name=${inOtherQuotes(name)}]`;
  return `::-p-aria(${quoted(`[role="${role}"]${named}`)})`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function inOtherQuotes(name: string): string {
  // The inner grammar has no escapes, but two kinds of quotes.
  const quote = name.includes('"') ? "'" : '"';
  if (name.includes(quote)) throw new Error(`No selector can hold both kinds of quotes: ${name}`);
  return quote + name + quote;
}

/** The visible texts of all elements that a selector finds, white space collapsed. */
export async function textsOf(page: Page, selector: string): Promise<string[]> {
  return page.$$eval(selector, (elements) =>
    // Not by textContent: words of neighbouring blocks must stay apart.
    elements.map((element) => (element as HTMLElement).innerText.replace(/\s+/g, ' ').trim()),
  );
}

/** The texts of the items of all lists with a name, none where there is no such list. */
export async function itemsOf(page: Page, listName: string): Promise<string[]> {
  // By the lists: for a selector of items, the browser is asked for each of up to 2,000 of them.
  return page.$$eval(byRole('list', listName), (lists) =>
    lists.flatMap((list) =>
      [...list.querySelectorAll('li')].map((item) => item.innerText.replace(/\s+/g, ' ').trim()),
    ),
  );
}

/**
 * The accessible names of all elements with a role, in document order; to find the one that
 * contains something, and then to press it by its whole name.
 */
export async function namesOf(page: Page, role: string): Promise<string[]> {
  const session = await page.createCDPSession();
  try {
    const { root } = await session.send('DOM.getDocument', { depth: 0 });
    const { backendNodeId } = root;
    const { nodes } = await session.send('Accessibility.queryAXTree', { backendNodeId, role });
    return nodes.filter(({ ignored }) => !ignored).map(({ name }) => String(name?.value ?? ''));
  } finally {
    await session.detach();
  }
}

/** Waits for an element, whether in sight or not, and returns its handle. */
export function find(page: Page, selector: string): Promise<ElementHandle<Element>> {
  // A page that is loading has no element yet, and may lose its context.
  const element = () => page.$(selector).catch(() => null);
  return until(`${selector} is there`, async () => (await element()) ?? undefined);
}

/** Clicks a button once it can be clicked. The popup may close at it. */
export async function press(page: Page, name: string): Promise<void> {
  const closing = new AbortController();
  const onClose = () => closing.abort();
  page.once('close', onClose);
  try {
    await page
      .locator(byRole('button', name))
      // The click itself scrolls to what is out of sight.
      .setEnsureElementIsInTheViewport(false)
      .click({ signal: closing.signal });
  } catch (error) {
    // A popup that has closed answers to nothing any more, not even to the click.
    if (!page.isClosed()) throw error;
  } finally {
    page.off('close', onClose);
  }
}

/**
 * Replaces the text of a field, `textbox` unless said otherwise, once it can be edited. The text comes
 * at once, as from the clipboard: a key at a time would take ten milliseconds for each letter.
 */
export async function fill(
  page: Page,
  name: string,
  text: string,
  role = 'textbox',
): Promise<void> {
  const field = await until(`the field ${name} can be edited`, async () => {
    const element = await find(page, byRole(role, name));
    const isEditable = await element.evaluate((one) => !one.matches(':disabled, :read-only'));
    return isEditable && element;
  });
  const isFilled = await field.evaluate((element, all) => {
    const input = element as HTMLInputElement;
    input.focus();
    input.select();
    // Fires the events of a person's own input; the field's `change` follows when it is left.
    return document.execCommand(all === '' ? 'delete' : 'insertText', false, all);
  }, text);
  if (!isFilled) throw new Error(`The field ${name} takes no text.`);
}
