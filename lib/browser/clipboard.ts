/** Copies a text. Rejects if the browser does not allow it. Call it in the handler of a click. */
export function copyText(text: string): Promise<void> {
  return navigator.clipboard.writeText(text);
}

/**
 * Copies a text that may be ready only after the browser no longer counts the click as recent.
 * Rejects like `copyText`, and if `text` rejects. Call it in the handler of a click.
 */
export function copyLater(text: Promise<string>): Promise<void> {
  const blob = text.then((copied) => new Blob([copied], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
