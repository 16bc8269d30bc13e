import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
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

/**
 * Creates the fields for request headers in the connection form, with the names of stored headers.
 * @param managed the names that an administrator has set
 * @param onEnter called when a person changes, adds or removes a header
 */
export function createHeaderFields(
  connection: ReadonlySignal<Connection | undefined>,
  managed: ReadonlySignal<readonly string[]>,
  onEnter: () => void,
) {
  const fields = signal<readonly HeaderField[]>([]);
  const isOpen = signal(false);
  // JSON, so that other changes of the connection do not reset the fields.
  const names = computed(() =>
    JSON.stringify([connection.value?.headerNames ?? [], managed.value]),
  );
  const filled = computed(() => fields.value.filter((one) => one.name || one.value));
  let lastId = 0;

  /** Returns empty fields for those names that no existing field has, up to `MAX_HEADERS` in all. */
  function fieldsFor(wanted: readonly string[], existing: readonly HeaderField[]): HeaderField[] {
    return wanted
      .filter((name) => !existing.some((one) => isSameName(one.name, name)))
      .slice(0, MAX_HEADERS - existing.length)
      .map((name) => {
        lastId += 1;
        const isManaged = managed.value.some((one) => isSameName(one, name));
        return { id: lastId, name, value: '', isSaved: false, isManaged, problem: null };
      });
  }

  /** Replaces all fields by fields for the stored and the managed names. */
  function reset(): void {
    const [storedNames, managedNames] = JSON.parse(names.value) as [string[], string[]];
    const saved = fieldsFor(storedNames, []).map((one) => ({ ...one, isSaved: true }));
    fields.value = [...saved, ...fieldsFor(managedNames, saved)];
  }

  // Another tab may change the stored names, and an administrator the managed names.
  effect(reset);

  return {
    fields: fields as ReadonlySignal<readonly HeaderField[]>,
    isOpen,
    /** Whether a person can add a header. */
    canAdd: computed(() => fields.value.length < MAX_HEADERS),
    /** Whether the fields differ from the stored headers. */
    hasChanges: computed(() => {
      const isOther = filled.value.some(({ isSaved, value }) => !isSaved || value !== '');
      return isOther || filled.value.length !== (connection.value?.headerNames ?? []).length;
    }),
    /** Adds a field for each name that no field has. Removes empty fields. */
    add(wanted: readonly string[]): void {
      fields.value = [...filled.value, ...fieldsFor(wanted, filled.value)];
      onEnter();
    },
    /** Changes the name or the value of a header. Splits a pasted line `Name: value`. */
    enter(id: number, entered: Partial<RequestHeader>): void {
      fields.value = fields.value.map((one) => {
        if (one.id !== id) return one;
        const split = splitHeader({ ...one, ...entered });
        const isFixed = one.isSaved || one.isManaged;
        return { ...one, ...split, ...(isFixed && { name: one.name }), problem: null };
      });
      onEnter();
    },
    remove(id: number): void {
      fields.value = fields.value.filter((one) => one.id !== id);
      onEnter();
    },
    /**
     * Returns the headers to send; an empty value means the stored value. Returns null and sets the
     * problems if a header has a problem.
     * @param canUseStored whether stored values may be sent to the entered base URL
     */
    read(canUseStored: boolean): RequestHeader[] | null {
      const headers: RequestHeader[] = [];
      fields.value = fields.value.map((one) => {
        const isSaved = one.isSaved && canUseStored;
        // `readHeader` refuses an empty value, so a valid text replaces the stored value.
        const value = isSaved && one.value === '' ? '-' : one.value;
        const read = filled.value.includes(one) ? readHeader({ ...one, value }, headers) : null;
        if (read && 'name' in read) headers.push({ ...read, value: one.value.trim() });
        return { ...one, isSaved, problem: read && 'problem' in read ? read.problem : null };
      });
      if (headers.length === filled.value.length) return headers;
      isOpen.value = true;
      return null;
    },
    reset,
  };
}
