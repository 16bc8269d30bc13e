/**
 * The first characters of a text, up to so many. Half a surrogate pair at the end would show as a
 * broken character, and is left out.
 */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
