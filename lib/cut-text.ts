/**
 * Returns the first characters of a text, without half a surrogate pair at the end. Half a pair
 * would show as a broken character.
 * @param maxLength in UTF-16 code units
 */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}
