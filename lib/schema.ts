import * as z from 'zod/mini';

// Before any schema is made: the content policy forbids `new Function`, which zod would try.
z.config({ jitless: true });

/** A moment as ISO 8601, as it is stored. */
export const Timestamp = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

export { z };
