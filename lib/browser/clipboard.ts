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

/** Copies a text like `copyLater`, and its HTML for programs that take formatted text. */
export async function copyFormattedLater(
  text: Promise<string>,
  html: Promise<string>,
): Promise<void> {
  const blobOf = async (content: Promise<string>, type: string) =>
    new Blob([await content], { type });
  const item = { 'text/plain': blobOf(text, 'text/plain'), 'text/html': blobOf(html, 'text/html') };
  await navigator.clipboard.write([new ClipboardItem(item)]);
}
