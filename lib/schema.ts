import * as z from 'zod/mini';

// This call must precede all schemas. Otherwise zod tries `new Function`, which the extension's
// Content Security Policy forbids.
z.config({ jitless: true });

// `__PURE__` lets bundlers remove an unused schema that ends with `check`.
/** A time in ISO 8601. */
export const Timestamp = /* @__PURE__ */ z
  .string()
  .check(z.refine((text) => !Number.isNaN(Date.parse(text))));

export { z };
