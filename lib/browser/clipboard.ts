/** May reject outside the handler of a click. */
export function copyText(text: string): Promise<void> {
  return navigator.clipboard.writeText(text);
}

/**
 * Copies a text that is not ready yet. In the handler of a click, browsers allow the copy even if
 * the text is ready much later. Otherwise, or if `text` rejects, the copy rejects.
 */
export function copyLater(text: Promise<string>): Promise<void> {
  const blob = text.then((copied) => new Blob([copied], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
