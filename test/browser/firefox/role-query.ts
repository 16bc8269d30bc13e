import { computeAccessibleName, getRole, isInaccessible } from 'dom-accessibility-api';

interface Wanted {
  role: string;
  name?: string;
}

/** By default, the library calls `getComputedStyle` without `window`. Puppeteer's sandbox refuses that. */
const styles = {
  getComputedStyle: (element: Element, pseudoElement?: string | null) =>
    window.getComputedStyle(element, pseudoElement),
};

function roleOf(element: Element): string | null {
  // The standard gives password fields no role. Chromium treats password fields as textboxes.
  return element.matches('input[type=password]') ? 'textbox' : getRole(element);
}

/** Returns the visible descendants with a role and a name. Runs in the page. */
export function queryAll(root: ParentNode, { role, name }: Wanted): Element[] {
  return [...root.querySelectorAll('*')].filter(
    (element) =>
      roleOf(element) === role &&
      !isInaccessible(element, styles) &&
      (name === undefined || computeAccessibleName(element, styles) === name),
  );
}
