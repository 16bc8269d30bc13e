/** Copies a text; rejects where the browser does not allow it. Call it in a click's handler. */
export function copyText(text: string): Promise<void> {
  return navigator.clipboard.writeText(text);
}
