import * as z from 'zod/mini';

// This call must come before the first schema. By default, zod tries `new Function`, which the
// content security policy forbids.
z.config({ jitless: true });

/** A time in ISO 8601. */
export const Timestamp = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

export { z };
