/**
 * Does not split a surrogate pair, because half a pair shows as a broken character.
 * @param maxLength limit in UTF-16 code units
 */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}
