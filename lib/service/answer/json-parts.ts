import { z } from '@/lib/schema';

/** Any JSON object, but no array. The schema does not copy the object, which may be large. */
export const JsonObject = z.custom<JsonObject>(
  (json) => typeof json === 'object' && json !== null && !Array.isArray(json),
);
export type JsonObject = Record<string, unknown>;

/** Any JSON array. The schema does not copy the array. */
export const JsonArray = z.custom<unknown[]>(Array.isArray);

/** Creates a schema that reads the value under a name of a JSON object. */
export function under<T>(name: string, schema: z.ZodMiniType<T>): z.ZodMiniType<T> {
  const property = z.transform((object: JsonObject) => object[name]);
  return z.pipe(z.pipe(JsonObject, property), schema);
}
