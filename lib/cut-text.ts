/**
 * Returns the beginning of a text. The result never ends with half a surrogate pair, which browsers
 * show as a broken character.
 * @param maxLength in UTF-16 code units
 */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}
