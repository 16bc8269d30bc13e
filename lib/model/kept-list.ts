import type { StoredList } from '@/lib/connection/connection';
import { storedBytes } from '@/lib/stored-bytes';

/** 100 reports with addresses of ordinary length take a hundredth of it. */
const LARGEST_BYTES = 2_000_000;

/** What is stored of a list; null: nothing, since it would take more than its share of the store. */
export function keptList(list: StoredList): StoredList | null {
  return storedBytes(list) > LARGEST_BYTES ? null : list;
}
