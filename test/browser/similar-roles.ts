/** Groups of roles that the author of a test easily confuses. */
const SIMILAR_ROLES = [
  ['button', 'link', 'menuitem', 'tab', 'checkbox', 'switch', 'radio', 'option'],
  ['textbox', 'searchbox', 'combobox', 'spinbutton'],
];

/**
 * Time in which a page may replace an element by another element of the same name, in milliseconds. For
 * example, a menu item opens a question whose button has the same name.
 */
export const REPLACEMENT_MS = 1_000;

/** Returns the other roles of a role's group. */
export function similarRoles(role: string): string[] {
  const group = SIMILAR_ROLES.find((roles) => roles.includes(role)) ?? [];
  return group.filter((other) => other !== role);
}

/** Returns the error for a test that searches for a name with the wrong role. */
export function wrongRole(name: string, wanted: string, actual: string): Error {
  return new Error(`"${name}" is a ${actual}, not a ${wanted}.`);
}
