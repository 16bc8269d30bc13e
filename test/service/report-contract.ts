import * as z from 'zod/mini';

// What the interface names of a report and a list, in all the spellings that it leaves open and `Shape` knows.
// The extension's own readers take more than this, by plain code; nothing that fits may get lost in them.

/** An identifier: a whole number, or a text of one line that stays within a path. */
export const wireId = z.union([
  z.int().check(z.nonnegative()),
  z.string().check(
    z.trim(),
    z.regex(/^.{1,200}$/),
    z.refine((id) => id !== '.' && id !== '..'),
  ),
]);

const FIRST_MILLISECONDS = 100_000_000_000;
const LAST_MILLISECONDS = 8_640_000_000_000_000;

/** ISO 8601 or `YYYY-MM-DD HH:MM:SS`, both in UTC, or the seconds or milliseconds since 1970. */
const wireDate = z.union([
  z.iso.datetime(),
  z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)),
  z.int().check(z.positive(), z.lt(FIRST_MILLISECONDS)),
  z.int().check(z.gte(FIRST_MILLISECONDS), z.lte(LAST_MILLISECONDS)),
]);

/** A report as an answer shows it, whatever else is in it. */
export const wireReport = z.looseObject({
  id: wireId,
  url: z.url({ protocol: /^https?$/ }).check(z.maxLength(10_000)),
  privacy: z.literal([0, 1, 2, '0', '1', '2']),
  result: z.nullish(z.string().check(z.regex(/^(?:good|decent|bad)$/i))),
  generated_at: z.nullish(wireDate),
  project: z.nullish(z.string().check(z.minLength(1), z.maxLength(200))),
});

const rows = z.array(wireReport);

/** The answer to a list call. */
export const wireList = z.union([
  rows,
  z.looseObject({ data: rows }),
  z.looseObject({ reports: rows }),
  z.looseObject({ items: rows }),
  z.looseObject({ data: z.looseObject({ data: rows }) }),
]);

/** The answer to a call about one report. */
export const wireSingle = z.union([
  wireReport,
  z.looseObject({ data: wireReport }),
  z.looseObject({ report: wireReport }),
]);
