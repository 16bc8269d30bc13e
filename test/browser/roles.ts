import type { ElementHandle, Page } from 'puppeteer-core';
import { until } from './condition';
import { hasRoleSelector } from './firefox/role-selector';
import { REPLACEMENT_MS, similarRoles, wrongRole } from './similar-roles';

/**
 * Returns a Puppeteer selector for visible elements with a role and an exact accessible name. Password
 * fields have the role textbox.
 */
export function byRole(role: string, name?: string): string {
  if (hasRoleSelector()) return `::-p-role(${quoted(JSON.stringify({ role, name }))})`;
  const nameSelector = name === undefined ? '' : `[name=${inUnusedQuotes(name)}]`;
  return `::-p-aria(${quoted(`[role="${role}"]${nameSelector}`)})`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Encloses a name in quotes that the name does not contain, because `::-p-aria` has no escapes. */
function inUnusedQuotes(name: string): string {
  const quote = name.includes('"') ? "'" : '"';
  if (name.includes(quote)) throw new Error(`No selector can have both kinds of quotes: ${name}`);
  return quote + name + quote;
}

export async function textsOf(page: Page, selector: string): Promise<string[]> {
  return page.$$eval(selector, (elements) =>
    // Unlike `innerText`, `textContent` joins the words of neighbouring blocks.
    elements.map((element) => (element as HTMLElement).innerText.replace(/\s+/g, ' ').trim()),
  );
}

export async function itemsOf(page: Page, listName: string): Promise<string[]> {
  // With a selector for the items, the browser computes up to 2,000 roles.
  return page.$$eval(byRole('list', listName), (lists) =>
    lists.flatMap((list) =>
      [...list.querySelectorAll('li')].map((item) => item.innerText.replace(/\s+/g, ' ').trim()),
    ),
  );
}

/** Returns the accessible names of all elements with a role, in document order. */
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

export function find(page: Page, selector: string): Promise<ElementHandle<Element>> {
  return until(`${selector} exists`, async () => {
    // The call fails if the page loads another document during the call.
    const element = await page.$(selector).catch(() => null);
    return element ?? undefined;
  });
}

/** Waits for an element with a role and a name. Throws early if an element with a similar role has the name. */
export async function findNamed(
  page: Page,
  role: string,
  name: string,
): Promise<ElementHandle<Element>> {
  const start = Date.now();
  // Searches for similar roles are slow, so the pause before each search doubles.
  let pause = REPLACEMENT_MS;
  return until(`the ${role} ${name} exists`, async () => {
    // The call fails if the page loads another document during the call.
    const element = await page.$(byRole(role, name)).catch(() => null);
    if (element !== null) return element;
    if (page.isClosed()) throw new Error('The page is closed.');
    if (Date.now() - start < pause) return undefined;
    pause *= 2;
    for (const other of similarRoles(role)) {
      const found = await page.$(byRole(other, name)).catch(() => null);
      if (found !== null) throw wrongRole(name, role, other);
    }
    return undefined;
  });
}

/** Waits until a button is enabled, and clicks the button. The click may close the page. */
export async function press(page: Page, name: string): Promise<void> {
  const closeController = new AbortController();
  const onClose = () => closeController.abort();
  page.once('close', onClose);
  try {
    await findNamed(page, 'button', name);
    await page
      .locator(byRole('button', name))
      // The click itself scrolls to the button.
      .setEnsureElementIsInTheViewport(false)
      .click({ signal: closeController.signal });
  } catch (error) {
    // If the click closes the page, Puppeteer gets no answer, and rejects.
    if (!page.isClosed()) throw error;
  } finally {
    page.off('close', onClose);
  }
}

/** Replaces the text of a field at once, like a paste, because each key press takes ten milliseconds. */
export async function fill(
  page: Page,
  name: string,
  text: string,
  role = 'textbox',
): Promise<void> {
  const field = await until(`the field ${name} can be edited`, async () => {
    const element = await findNamed(page, role, name);
    const isEditable = await element.evaluate((input) => !input.matches(':disabled, :read-only'));
    return isEditable && element;
  });
  const isFilled = await field.evaluate((element, newText) => {
    const input = element as HTMLInputElement;
    input.focus();
    input.select();
    // Fires the same `input` events as typing. `change` follows when the field loses the focus.
    return document.execCommand(newText === '' ? 'delete' : 'insertText', false, newText);
  }, text);
  if (!isFilled) throw new Error(`The field ${name} accepts no text.`);
}
