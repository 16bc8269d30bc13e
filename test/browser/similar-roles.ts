/** Groups of roles that authors of tests easily confuse. */
const SIMILAR_ROLES = [
  ['button', 'link', 'menuitem', 'tab', 'checkbox', 'switch', 'radio', 'option'],
  ['textbox', 'searchbox', 'combobox', 'spinbutton'],
];

/**
 * Time in which an element may replace another element of the same name. For example, a question with a
 * button replaces the menu item of the same name.
 */
export const REPLACEMENT_MS = 1_000;

export function similarRoles(role: string): string[] {
  const group = SIMILAR_ROLES.find((roles) => roles.includes(role)) ?? [];
  return group.filter((other) => other !== role);
}

export function wrongRole(name: string, expected: string, actual: string): Error {
  return new Error(`"${name}" is a ${actual}, not a ${expected}.`);
}
