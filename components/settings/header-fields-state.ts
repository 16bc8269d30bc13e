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

/** The headers of a service token of Cloudflare Access. */
export const CLOUDFLARE_ACCESS = ['CF-Access-Client-Id', 'CF-Access-Client-Secret'];

/** One request header in the form. */
export interface HeaderField extends RequestHeader {
  /** Unique in the form. */
  id: number;
  /** Whether a value is stored, which is sent while none is typed. It is on no page. */
  isSaved: boolean;
  /** Whether its name is the administrator's. */
  isManaged: boolean;
  /** What was wrong with it when Connect was pressed. */
  problem: HeaderProblem | null;
}

/**
 * Makes the request headers of the form that connects, with the names of those that are stored.
 * @param managed the names that an administrator has set
 * @param onEnter called when a person changes anything
 */
export function createHeaderFields(
  connection: ReadonlySignal<Connection | undefined>,
  managed: ReadonlySignal<readonly string[]>,
  onEnter: () => void,
) {
  const fields = signal<readonly HeaderField[]>([]);
  const isOpen = signal(false);
  // As a text, which stays the same while something else of the connection changes.
  const names = computed(() =>
    JSON.stringify([connection.value?.headerNames ?? [], managed.value]),
  );
  const filled = computed(() => fields.value.filter((one) => one.name || one.value));
  let count = 0;

  function missing(wanted: readonly string[], others: readonly HeaderField[]): HeaderField[] {
    return wanted
      .filter((name) => !others.some((one) => isSameName(one.name, name)))
      .slice(0, MAX_HEADERS - others.length)
      .map((name) => {
        count += 1;
        const isManaged = managed.value.some((one) => isSameName(one, name));
        return { id: count, name, value: '', isSaved: false, isManaged, problem: null };
      });
  }

  /** Puts what is stored in place of what was typed. */
  function reset(): void {
    const [stored, ofPolicy] = JSON.parse(names.value) as [string[], string[]];
    const saved = missing(stored, []).map((one) => ({ ...one, isSaved: true }));
    fields.value = [...saved, ...missing(ofPolicy, saved)];
  }

  // Another tab, or the administrator, may change them, too.
  effect(reset);

  return {
    fields: fields as ReadonlySignal<readonly HeaderField[]>,
    isOpen,
    hasRoom: computed(() => fields.value.length < MAX_HEADERS),
    /** Whether others would be sent than those that are stored. */
    hasChanges: computed(() => {
      const isOther = filled.value.some(({ isSaved, value }) => !isSaved || value !== '');
      return isOther || filled.value.length !== (connection.value?.headerNames ?? []).length;
    }),
    /** Adds those of these names that are not there, in place of empty ones. */
    add(wanted: readonly string[]): void {
      fields.value = [...filled.value, ...missing(wanted, filled.value)];
      onEnter();
    },
    /** Takes in what is typed or pasted into one of its fields. */
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
     * What is to be sent, an empty value for one that is stored; null where there are problems.
     * @param hasStored whether stored values are for the address that is typed
     */
    read(hasStored: boolean): RequestHeader[] | null {
      const sent: RequestHeader[] = [];
      fields.value = fields.value.map((one) => {
        const isSaved = one.isSaved && hasStored;
        // A stored value is as good as another.
        const value = isSaved && one.value === '' ? '-' : one.value;
        const read = filled.value.includes(one) ? readHeader({ ...one, value }, sent) : null;
        if (read && 'name' in read) sent.push({ ...read, value: one.value.trim() });
        return { ...one, isSaved, problem: read && 'problem' in read ? read.problem : null };
      });
      if (sent.length === filled.value.length) return sent;
      isOpen.value = true;
      return null;
    },
    reset,
  };
}
