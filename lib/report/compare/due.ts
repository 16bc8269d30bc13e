import { hasResult } from '@/lib/report/report';
import { z } from '@/lib/schema';
import { type Day, dayOf, isDay, startOfDay } from './local-day';
import type { ReportedPage } from './pages';
import type { Ticket } from './tickets';

/** The pages that a person re-checks every week or every month. */
export const DueSubject = z.discriminatedUnion('kind', [
  /** `name`: see `ReportedPage.client`. */
  z.object({ kind: z.literal('client'), name: z.string() }),
  z.object({ kind: z.literal('ticket'), id: z.string() }),
  z.object({ kind: z.literal('starred') }),
]);
export type DueSubject = z.infer<typeof DueSubject>;

/** The days on which pages become due, in local time. */
export const Rhythm = z.discriminatedUnion('every', [
  /** `weekday`: 0 is Sunday. */
  z.object({ every: z.literal('week'), weekday: z.literal([0, 1, 2, 3, 4, 5, 6]) }),
  /** `day`: 1 to 31. In a shorter month, the last day is the due day. */
  z.object({
    every: z.literal('month'),
    day: /* @__PURE__ */ z.int().check(z.minimum(1), z.maximum(31)),
  }),
]);
export type Rhythm = z.infer<typeof Rhythm>;

export const Due = z.object({
  subject: DueSubject,
  rhythm: Rhythm,
  /** The day on which a person last pressed *Not now*; null for never. */
  notNowOn: z.nullable(z.custom<Day>(isDay)),
});
export type Due = z.infer<typeof Due>;

/** The due pages of a subject, for one line on screen. */
export interface DueLine {
  subject: DueSubject;
  /** The ticket of the subject, with the current name of its client; null for other subjects. */
  ticket: Pick<Ticket, 'check' | 'client'> | null;
  /** The number of due pages. */
  pages: number;
}

/** The open marks that determine which pages are due. */
export interface DueMarks {
  due: readonly Due[];
  tickets: readonly Ticket[];
  /** The keys of the starred pages. */
  starred: readonly string[];
}

/** Returns the rhythm whose first due day is today. */
export function rhythmFrom(every: Rhythm['every'], now: Date): Rhythm {
  return every === 'week'
    ? { every, weekday: now.getDay() as 0 | 1 | 2 | 3 | 4 | 5 | 6 }
    : { every, day: now.getDate() };
}

/** Returns the last due day, which may be today. */
export function lastDueDay(rhythm: Rhythm, now: Date): Day {
  if (rhythm.every === 'week') return dayOf(now, (now.getDay() - rhythm.weekday + 7) % 7);
  const thisMonth = dueDayOfMonth(rhythm.day, now.getFullYear(), now.getMonth());
  if (thisMonth <= dayOf(now)) return thisMonth;
  return dueDayOfMonth(rhythm.day, now.getFullYear(), now.getMonth() - 1);
}

function dueDayOfMonth(day: number, year: number, month: number): Day {
  const lastDay = new Date(year, month + 1, 0).getDate();
  return dayOf(new Date(year, month, Math.min(day, lastDay)));
}

/** Whether two marks are about the same subject. */
export function isSameSubject(one: DueSubject, other: DueSubject): boolean {
  return subjectText(one) === subjectText(other);
}

/** Returns a text that identifies a subject. */
export function subjectText(subject: DueSubject): string {
  switch (subject.kind) {
    case 'client':
      return `client ${subject.name}`;
    case 'ticket':
      return `ticket ${subject.id}`;
    case 'starred':
      return 'starred';
  }
}

/**
 * Returns the pages of a mark that have no result since the start of the last due day. Several missed
 * due days count once. An ended ticket has no pages. A page whose result has no date is never due.
 */
export function duePages(
  { subject, rhythm }: Due,
  { tickets, starred }: Pick<DueMarks, 'tickets' | 'starred'>,
  pages: readonly ReportedPage[],
  now: Date,
): ReportedPage[] {
  const since = startOfDay(lastDueDay(rhythm, now));
  // A service may send results without dates. The page of such a result would stay due after each new result.
  const isDue = ({ report }: ReportedPage) =>
    !hasResult(report) || (report.generatedAt !== null && report.generatedAt < since);
  const isOfSubject = isPageOf(subject, { tickets, starred });
  return pages.filter((page) => isOfSubject(page) && isDue(page));
}

/** Returns a function that returns whether a page is one of the pages of a subject. */
export function isPageOf(
  subject: DueSubject,
  { tickets, starred }: Pick<DueMarks, 'tickets' | 'starred'>,
): (page: ReportedPage) => boolean {
  if (subject.kind === 'client') return ({ client }) => client === subject.name;
  const ticket = subject.kind === 'ticket' ? ticketOf(subject, tickets) : null;
  const keys = new Set(ticket?.pages.map(({ report }) => report.page) ?? []);
  if (subject.kind === 'starred') for (const key of starred) keys.add(key);
  return ({ key }) => keys.has(key);
}

function ticketOf(subject: DueSubject, tickets: readonly Ticket[]): Ticket | null {
  if (subject.kind !== 'ticket') return null;
  return tickets.find(({ id }) => id === subject.id) ?? null;
}

/** Returns a line for each mark with due pages. *Not now* hides a line until the next day. */
export function dueLines(marks: DueMarks, pages: readonly ReportedPage[], now: Date): DueLine[] {
  const today = dayOf(now);
  return marks.due
    .filter(({ notNowOn }) => notNowOn !== today)
    .map((due): DueLine => {
      const ticket = ticketOf(due.subject, marks.tickets);
      return {
        subject: due.subject,
        ticket: ticket && { check: ticket.check, client: ticket.client },
        pages: duePages(due, marks, pages, now).length,
      };
    })
    .filter((line) => line.pages > 0);
}

/** The requests that a service usually accepts from one account in a minute. */
const REQUESTS_PER_MINUTE = 30;

/** Returns how many minutes new results of pages take, at least one. */
export function recheckMinutes(pages: number): number {
  return Math.max(1, Math.ceil(pages / REQUESTS_PER_MINUTE));
}
