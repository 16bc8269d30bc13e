import { computeAccessibleName, getRole, isInaccessible } from 'dom-accessibility-api';

/** What is looked for: a role, and an exact accessible name unless any will do. */
interface Wanted {
  role: string;
  name?: string;
}

/** The page's own function does not know itself when it is called from a sandbox. */
const styles = {
  getComputedStyle: (element: Element, pseudoElement?: string | null) =>
    window.getComputedStyle(element, pseudoElement),
};

function roleOf(element: Element): string | null {
  // It has none by the standard; Chromium takes it for one.
  return element.matches('input[type=password]') ? 'textbox' : getRole(element);
}

/** The elements within another that have a role and a name, and are not hidden. Runs in the page. */
export function queryAll(root: ParentNode, { role, name }: Wanted): Element[] {
  return [...root.querySelectorAll('*')].filter(
    (element) =>
      roleOf(element) === role &&
      !isInaccessible(element, styles) &&
      (name === undefined || computeAccessibleName(element, styles) === name),
  );
}
