/** Groups of roles that are easily mistaken for each other. */
const SIMILAR_ROLES = [
  ['button', 'link', 'menuitem', 'tab', 'checkbox', 'switch', 'radio', 'option'],
  ['textbox', 'searchbox', 'combobox', 'spinbutton'],
];

/**
 * Time for a page to replace an element by one of the same name and another role, in milliseconds. For
 * example, a menu item opens a question whose button has the same name.
 */
export const REPLACEMENT_MS = 1_000;

/** Returns the roles that are easily mistaken for a role. */
export function similarRoles(role: string): string[] {
  const group = SIMILAR_ROLES.find((roles) => roles.includes(role)) ?? [];
  return group.filter((other) => other !== role);
}

/** The error of a test that looks for a name under the wrong role. */
export function wrongRole(name: string, wanted: string, actual: string): Error {
  return new Error(`"${name}" is a ${actual}, not a ${wanted}.`);
}
