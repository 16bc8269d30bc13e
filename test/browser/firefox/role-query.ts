import { computeAccessibleName, getRole, isInaccessible } from 'dom-accessibility-api';

interface Query {
  role: string;
  name?: string;
}

/** The library's own call of `getComputedStyle` without `window` fails in Puppeteer's sandbox. */
const styles = {
  getComputedStyle: (element: Element, pseudoElement?: string | null) =>
    window.getComputedStyle(element, pseudoElement),
};

function roleOf(element: Element): string | null {
  // The standard gives password fields no role. Chromium treats password fields as textboxes.
  return element.matches('input[type=password]') ? 'textbox' : getRole(element);
}

/** Returns the visible descendants with a role and, if given, a name. Runs in the page. */
export function queryAll(root: ParentNode, { role, name }: Query): Element[] {
  return [...root.querySelectorAll('*')].filter(
    (element) =>
      roleOf(element) === role &&
      !isInaccessible(element, styles) &&
      (name === undefined || computeAccessibleName(element, styles) === name),
  );
}
