import { z } from '@/lib/schema';
import { under } from './json-parts';

const No = z.literal([false, 0, 'false']);
const FailedStatus = z.union([
  z.literal([false, 'error', 'fail', 'failed', 'failure']),
  z.number().check(z.gte(400)),
]);
const Denial = z.union([under('success', No), under('ok', No), under('status', FailedStatus)]);

/** Services name an error that did not happen as well: `{ error: false }`, `{ errors: [] }`. */
const SomeError = z.unknown().check(
  z.refine((error) => {
    if (typeof error === 'object' && error !== null) return Object.keys(error).length > 0;
    return Boolean(error);
  }),
);
const NamedError = z.union([under('error', SomeError), under('errors', SomeError)]);

/** Whether an answer says by its own words that nothing was done, such as `{ success: false }`. */
export function isDenial(json: unknown): boolean {
  return Denial.safeParse(json).success;
}

/** Whether an answer names an error. That of a report may be one that was found on the page. */
export function namesError(json: unknown): boolean {
  return NamedError.safeParse(json).success;
}
