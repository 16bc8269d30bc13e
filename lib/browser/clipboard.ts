/** Copies a text; rejects where the browser does not allow it. Call it in a click's handler. */
export function copyText(text: string): Promise<void> {
  return navigator.clipboard.writeText(text);
}

/**
 * Copies a text that is not there yet, and that may take longer than browsers remember a press; rejects
 * as `copyText` does, and with the text. Call it in a click's handler.
 */
export function copyLater(text: Promise<string>): Promise<void> {
  const blob = text.then((copied) => new Blob([copied], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
