import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Connection } from '@/lib/connection/connection';
import {
  type HeaderProblem,
  isSameName,
  MAX_HEADERS,
  type RequestHeader,
  readHeader,
  splitHeader,
} from '@/lib/connection/request-headers';

/** The names of the headers with a service token of Cloudflare Access. */
export const CLOUDFLARE_ACCESS = ['CF-Access-Client-Id', 'CF-Access-Client-Secret'];

/** One request header in the form. */
export interface HeaderField extends RequestHeader {
  /** Unique in the form. */
  id: number;
  /** Whether a value is stored. The worker sends this value if `value` is empty. */
  isSaved: boolean;
  /** Whether an administrator has set the name. */
  isManaged: boolean;
  /** The problem of the field at the last press of Connect. */
  problem: HeaderProblem | null;
}

/** The fields for request headers in the connection form. */
export interface HeaderFields {
  fields: ReadonlySignal<readonly HeaderField[]>;
  isOpen: Signal<boolean>;
  /** Whether a person can add a header. */
  canAdd: ReadonlySignal<boolean>;
  /** Whether the fields differ from the stored headers. */
  hasChanges: ReadonlySignal<boolean>;
  /** Adds a field for each name that no field has. Removes empty fields. */
  add(wanted: readonly string[]): void;
  /** Changes the name or the value of a header. Splits a pasted line `Name: value`. */
  enter(id: number, entered: Partial<RequestHeader>): void;
  remove(id: number): void;
  /**
   * Returns the headers to send; an empty value means the stored value. Returns null and sets the
   * problems if a header has a problem.
   * @param canUseStored whether stored values may be sent to the entered base URL
   */
  read(canUseStored: boolean): RequestHeader[] | null;
  /** Replaces all fields by fields for the stored and the managed names. */
  reset(): void;
}

/** The fields that a person has changed. */
interface ChangedFields {
  /** The names in the form before the change. */
  names: string;
  form: unknown;
  fields: readonly HeaderField[];
}

/** The names of the headers in a new form. */
interface FirstNames {
  stored: readonly string[];
  managed: readonly string[];
}

/**
 * Creates the fields for request headers, with the names of stored headers.
 * @param openForm which form is open. The fields of another form are not shown.
 * @param managed the names that an administrator has set
 * @param onEnter called when a person changes, adds or removes a header
 */
export function createHeaderFields(
  connection: ReadonlySignal<Connection | undefined>,
  openForm: ReadonlySignal<unknown>,
  managed: ReadonlySignal<readonly string[]>,
  onEnter: () => void,
): HeaderFields {
  const isOpen = signal(false);
  // JSON, so that other changes of the connection do not reset the fields.
  const names = computed(() =>
    JSON.stringify({ stored: connection.value?.headerNames ?? [], managed: managed.value }),
  );
  const first = computed(() => firstFields(JSON.parse(names.value) as FirstNames));
  /** The fields that a person has changed; null for none. */
  const changed = signal<ChangedFields | null>(null);
  // Another tab may change the stored names, and an administrator the managed names.
  const fields = computed(() => {
    const own = changed.value;
    const isCurrent = own !== null && own.names === names.value && own.form === openForm.value;
    return isCurrent ? own.fields : first.value;
  });
  const filled = computed(() => fields.value.filter((one) => one.name || one.value));

  function change(changedFields: readonly HeaderField[]): void {
    changed.value = { names: names.value, form: openForm.value, fields: changedFields };
  }

  return {
    fields,
    isOpen,
    canAdd: computed(() => fields.value.length < MAX_HEADERS),
    hasChanges: computed(() => {
      const isOther = filled.value.some(({ isSaved, value }) => !isSaved || value !== '');
      return isOther || filled.value.length !== (connection.value?.headerNames ?? []).length;
    }),
    add(wanted) {
      change([...filled.value, ...fieldsFor(wanted, filled.value, managed.value)]);
      onEnter();
    },
    enter(id, entered) {
      change(
        fields.value.map((one) => {
          if (one.id !== id) return one;
          const split = splitHeader({ ...one, ...entered });
          const isFixed = one.isSaved || one.isManaged;
          return { ...one, ...split, ...(isFixed && { name: one.name }), problem: null };
        }),
      );
      onEnter();
    },
    remove(id) {
      change(fields.value.filter((one) => one.id !== id));
      onEnter();
    },
    read(canUseStored) {
      const headers: RequestHeader[] = [];
      const count = filled.value.length;
      const isFilled = (one: HeaderField) => one.name !== '' || one.value !== '';
      change(
        fields.value.map((one) => {
          const isSaved = one.isSaved && canUseStored;
          // `readHeader` refuses an empty value, so a valid text replaces the stored value.
          const value = isSaved && one.value === '' ? '-' : one.value;
          const read = isFilled(one) ? readHeader({ ...one, value }, headers) : null;
          if (read && 'name' in read) headers.push({ ...read, value: one.value.trim() });
          return { ...one, isSaved, problem: read && 'problem' in read ? read.problem : null };
        }),
      );
      if (headers.length === count) return headers;
      isOpen.value = true;
      return null;
    },
    reset() {
      changed.value = null;
    },
  };
}

function firstFields({ stored, managed }: FirstNames): HeaderField[] {
  const saved = fieldsFor(stored, [], managed).map((one) => ({ ...one, isSaved: true }));
  return [...saved, ...fieldsFor(managed, saved, managed)];
}

/** Returns empty fields for the names that no existing field has, up to `MAX_HEADERS` in all. */
function fieldsFor(
  wanted: readonly string[],
  existing: readonly HeaderField[],
  managed: readonly string[],
): HeaderField[] {
  const lastId = Math.max(0, ...existing.map(({ id }) => id));
  return wanted
    .filter((name) => !existing.some((one) => isSameName(one.name, name)))
    .slice(0, MAX_HEADERS - existing.length)
    .map((name, index) => {
      const isManaged = managed.some((one) => isSameName(one, name));
      return { id: lastId + 1 + index, name, value: '', isSaved: false, isManaged, problem: null };
    });
}
