import type { Account, ExtraValue } from '@/lib/report/extra-fields';
import { z } from '@/lib/schema';

/** At least one field is not null. */
export const AccountIdentity = z.object({
  /** The service's id as text; null if absent. */
  id: z.nullable(z.string()),
  /** In lower case; null if absent. */
  email: z.nullable(z.string()),
});
export type AccountIdentity = z.infer<typeof AccountIdentity>;

/** Compares the e-mail addresses only if an id is missing. */
export function isSameAccount(one: AccountIdentity, other: AccountIdentity): boolean {
  if (one.id !== null && other.id !== null) return one.id === other.id;
  return one.email !== null && one.email === other.email;
}

export function identityOf(account: Account): AccountIdentity | null {
  const textIn = (name: string) =>
    textOf(account.fields.find((field) => field.name === name)?.value ?? null);
  const id = textIn('id');
  const email = textIn('email')?.toLowerCase() ?? null;
  return id === null && email === null ? null : { id, email };
}

/** In characters. Longer ids and e-mail addresses count as absent. */
const MAX_TEXT_LENGTH = 200;

function textOf(value: ExtraValue): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
  return text !== '' && text.length <= MAX_TEXT_LENGTH ? text : null;
}
