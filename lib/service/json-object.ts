/** Whether parsed JSON is an object; an array is none. */
export function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** What stands under a name in parsed JSON; undefined where that is no object, or has no such name. */
export function partOf(json: unknown, name: string): unknown {
  return isObject(json) ? json[name] : undefined;
}
