const encoder = new TextEncoder();

/** How many bytes a value takes in the browser's storage, which counts its JSON in UTF-8. */
export function storedBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}
