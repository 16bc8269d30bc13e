import { z } from '@/lib/schema';

/** Any JSON object; an array is none. It stays as it is: a copy of a large one takes long. */
export const JsonObject = z.custom<JsonObject>(
  (json) => typeof json === 'object' && json !== null && !Array.isArray(json),
);
export type JsonObject = Record<string, unknown>;

/** Any JSON array, which stays as it is. */
export const JsonArray = z.custom<unknown[]>(Array.isArray);

/** What an object holds under a name. */
export function under<T>(name: string, schema: z.ZodMiniType<T>): z.ZodMiniType<T> {
  const property = z.transform((object: JsonObject) => object[name]);
  return z.pipe(z.pipe(JsonObject, property), schema);
}
