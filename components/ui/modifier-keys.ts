/** Whether a key is pressed with Ctrl, Alt or Meta. Such keys belong to the browser. */
export function hasModifier({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || altKey || metaKey;
}
