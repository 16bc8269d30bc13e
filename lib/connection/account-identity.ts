import { type ExtraField, isSingle } from '@/lib/report/extra-fields';
import type { Account, StoredAccount } from './connection';

/** What tells accounts apart, the surest first, by the names that services give it. */
const IDENTITIES = [
  ['id', 'uuid', 'accountid', 'userid'],
  ['email', 'emailaddress', 'mail'],
  ['name', 'fullname', 'username'],
];

/** Where services put an account below the top. */
const WRAPPERS = ['account', 'user'];

/**
 * Whether two accounts are known to be one: by the surest of id, e-mail address and name that both
 * show. An account that is not known is nobody's.
 */
export function isSameAccount(one: Account | undefined, other: Account | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  for (const names of IDENTITIES) {
    const [first, second] = [identityIn(one.fields, names), identityIn(other.fields, names)];
    if (first !== null && second !== null) return first === second;
  }
  return false;
}

/** The account as it was last shown, whatever came of later reads; undefined where it never was. */
export function lastAccount(stored: StoredAccount | undefined): Account | undefined {
  if (stored === undefined) return undefined;
  return 'value' in stored ? stored.value : stored.last;
}

/** The value under the first of the names, at the top or in a wrapper; null where there is none. */
function identityIn(fields: readonly ExtraField[], names: readonly string[]): string | null {
  for (const name of names) {
    const found = fields.find((field) => plainName(field) === name)?.value;
    const isText = typeof found === 'string' || typeof found === 'number';
    const text = isText ? String(found).trim().toLowerCase() : '';
    if (text !== '') return text;
  }
  for (const { name, value } of fields) {
    const isWrapper = WRAPPERS.includes(name.toLowerCase());
    if (!isWrapper || isSingle(value) || Array.isArray(value)) continue;
    return identityIn(value.fields, names);
  }
  return null;
}

/** `E-Mail`, `email` and `e_mail` are one name. */
function plainName({ name }: ExtraField): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}
