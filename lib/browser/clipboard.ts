/** Copies a text. May reject outside the handler of a click. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/**
 * Copies a text that is not ready yet. The call must happen in the handler of a click. Rejects
 * outside such a handler, and if `text` rejects.
 */
export async function copyLater(text: Promise<string>): Promise<void> {
  const blob = text.then((copied) => new Blob([copied], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
