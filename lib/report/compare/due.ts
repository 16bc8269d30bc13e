import type { Ticket } from './tickets';

/** What a person re-checks every week or every month. */
export type DueSubject =
  | { kind: 'client'; name: string }
  | { kind: 'ticket'; id: string }
  | { kind: 'starred' };

/** The due pages of a subject, for one line on screen. */
export interface DueLine {
  subject: DueSubject;
  /** The ticket of the subject; null for other subjects. */
  ticket: Pick<Ticket, 'check' | 'client'> | null;
  /** The number of due pages. */
  pages: number;
}
