/** Copies a text. Call this function in the handler of a click; otherwise it may reject. */
export function copyText(text: string): Promise<void> {
  return navigator.clipboard.writeText(text);
}

/**
 * Copies a text that is not ready yet. Call this function in the handler of a click: the browser
 * then allows the copy even if the text is ready much later. Rejects if the copy is not allowed, or
 * if `text` rejects.
 */
export function copyLater(text: Promise<string>): Promise<void> {
  const blob = text.then((copied) => new Blob([copied], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
