/** Decodes percent-encoding. Returns the text unchanged if its bytes are not UTF-8. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
