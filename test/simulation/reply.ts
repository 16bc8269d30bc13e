import type { Outcome } from '@/lib/outcome';

/** What the browser hears of a request, and when: in milliseconds from its start. */
export interface Reply<T> {
  after: number;
  /** The `Date` header; absent where nothing of the service arrives. */
  date?: string;
  outcome(): Outcome<T>;
}
