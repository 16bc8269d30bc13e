import { z } from '@/lib/schema';

/** What identifies an account of a service. At least one field is not null. */
export const AccountIdentity = z.object({
  /** The service's id as text; null if the service sends none. */
  id: z.nullable(z.string()),
  /** The e-mail address in lower case; null if the service sends none. */
  email: z.nullable(z.string()),
});
export type AccountIdentity = z.infer<typeof AccountIdentity>;

/** Whether two identities are of the same account. E-mail addresses decide only if an id is missing. */
export function isSameAccount(one: AccountIdentity, other: AccountIdentity): boolean {
  if (one.id !== null && other.id !== null) return one.id === other.id;
  return one.email !== null && one.email === other.email;
}
