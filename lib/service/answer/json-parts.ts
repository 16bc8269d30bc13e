import { z } from '@/lib/schema';

/** The schema of an object. Does not copy the object, which may be large. */
export const JsonObject = z.custom<JsonObject>(
  (json) => typeof json === 'object' && json !== null && !Array.isArray(json),
);
export type JsonObject = Record<string, unknown>;

export const JsonArray = z.custom<unknown[]>(Array.isArray);

/** Reads one property of a JSON object. */
export function under<T>(name: string, schema: z.ZodMiniType<T>): z.ZodMiniType<T> {
  const property = z.transform((object: JsonObject) => object[name]);
  return z.pipe(z.pipe(JsonObject, property), schema);
}
