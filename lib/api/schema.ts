import * as z from 'zod/v4/core';

// zod/mini's functions of these names give each schema a dozen methods, which would be a kilobyte of
// the worker that nobody calls.

/** What a predicate accepts. */
export function custom<T>(isValue: (value: unknown) => boolean) {
  return new z.$ZodCustom({ type: 'custom', check: 'custom', fn: isValue }) as z.$ZodCustom<T, T>;
}

/** An object whose named fields fit, whatever else is in it; an array is none. */
export function looseObject<Shape extends z.$ZodShape>(shape: Shape) {
  const catchall = new z.$ZodUnknown({ type: 'unknown' });
  return new z.$ZodObject({ type: 'object', shape, catchall }) as z.$ZodObject<Shape, z.$loose>;
}

/**
 * A function that copies what fits a schema, and gives undefined for what does not. The schema is
 * made when there is something to read: no start of the worker waits for it.
 */
export function readerOf<Schema extends z.$ZodType>(makeSchema: () => Schema) {
  let schema: Schema | undefined;
  return (json: unknown): z.output<Schema> | undefined => {
    schema ??= makeSchema();
    // What schema libraries share: `safeParse` would bring zod's errors, which nobody here reads.
    const result = schema['~standard'].validate(json);
    return 'value' in result ? result.value : undefined;
  };
}
