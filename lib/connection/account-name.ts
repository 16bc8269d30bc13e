import { type Account, type ExtraField, fieldsOf } from '@/lib/report/extra-fields';

/** The interface does not say what an account holds: these fields say in words whose it is. */
const NAMES = ['name', 'fullname', 'displayname', 'username', 'login', 'email'];
const LONGEST = 60;

/** Whose account it is, in the service's word, which may stand one level down; null where it says none. */
export function accountName({ fields }: Account): string | null {
  const all = [...fields, ...fields.flatMap(({ value }) => fieldsOf(value))];
  for (const wanted of NAMES) {
    const found = all.find((field) => plain(field) === wanted && isName(field.value));
    if (found) return String(found.value).trim();
  }
  return null;
}

function plain({ name }: ExtraField): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST;
}
