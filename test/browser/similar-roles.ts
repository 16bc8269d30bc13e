/** Groups of roles that the author of a test easily confuses. */
const SIMILAR_ROLES = [
  ['button', 'link', 'menuitem', 'tab', 'checkbox', 'switch', 'radio', 'option'],
  ['textbox', 'searchbox', 'combobox', 'spinbutton'],
];

/**
 * Time in milliseconds in which a page may replace an element by another of the same name. For
 * example, a menu item opens a question whose button has the same name.
 */
export const REPLACEMENT_MS = 1_000;

export function similarRoles(role: string): string[] {
  const group = SIMILAR_ROLES.find((roles) => roles.includes(role)) ?? [];
  return group.filter((other) => other !== role);
}

export function wrongRole(name: string, wanted: string, actual: string): Error {
  return new Error(`"${name}" is a ${actual}, not a ${wanted}.`);
}
