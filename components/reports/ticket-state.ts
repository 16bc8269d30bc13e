import { computed, type ReadonlySignal } from '@preact/signals';
import type { HistoryState } from '@/components/app/history-state';
import type { Route } from '@/lib/browser-ui/reports-request';
import type { Failure } from '@/lib/failure';
import type { MarksChange } from '@/lib/history/marks';
import type { MarkChange } from '@/lib/history/marks-undo';
import type { ClientNames } from '@/lib/report/compare/client-names';
import type { PageRow } from '@/lib/report/compare/findings';
import {
  type ClosedTicket,
  type FailingAgainTicket,
  failingAgainTickets,
  type JudgedPage,
  judgedPages,
  type Ticket,
} from '@/lib/report/compare/tickets';
import { ticketsByClient } from '@/lib/report/compare/tickets-by-client';
import { hasFailed } from '@/lib/result';

interface TicketTools {
  history: Pick<HistoryState, 'marks' | 'changeMarks' | 'historyOf' | 'mutes'>;
  /** Whether the window is private. Private windows have no tickets. */
  isPrivate: boolean;
  route: ReadonlySignal<Route>;
  clientNames: ReadonlySignal<ClientNames>;
  /** The client of the list; null for all clients. */
  client: ReadonlySignal<string | null>;
  /** @param changes for *Undo* */
  onClosed(ticket: Ticket, changes: readonly MarkChange[]): void;
  /** Called when a change of the tickets cannot be stored. */
  onFailure(failure: Failure): void;
}

export type TicketState = ReturnType<typeof createTicketState>;

/** Judges the pages of tickets by stored results, without requests to the service. */
export function createTicketState(tools: TicketTools) {
  const { history, isPrivate, route, clientNames, client, onClosed, onFailure } = tools;
  const stored = computed<readonly Ticket[]>(() =>
    isPrivate ? [] : (history.marks()?.tickets ?? []),
  );
  const tickets = computed(() => ticketsByClient(stored.value, clientNames.value));
  const closed = computed<readonly ClosedTicket[]>(() =>
    isPrivate ? [] : (history.marks()?.closed ?? []),
  );

  /**
   * Returns the tickets of a check, newest first.
   * @param clients null for all clients
   */
  function ticketsOf(check: string, clients: readonly string[] | null): Ticket[] {
    return tickets.value.filter(
      (one) =>
        one.check === check &&
        (clients === null || (one.client !== null && clients.includes(one.client))),
    );
  }

  /** Returns the judged pages of a ticket; null while their results or mutes are unknown. */
  const judge = (ticket: Pick<Ticket, 'check' | 'pages'>): JudgedPage[] | null =>
    judgedPages(ticket, (page) => history.historyOf(page)?.results, history.mutes.of);

  const shown = computed(() => {
    const { view } = route.value;
    if (view.name !== 'list' || view.check === undefined || view.isFixed) return [];
    return ticketsOf(view.check, client.value === null ? null : [client.value]);
  });

  /** Returns the changes for *Undo*; null after a failure. */
  async function change(changed: MarksChange): Promise<readonly MarkChange[] | null> {
    const result = await history.changeMarks(changed);
    if (!hasFailed(result)) return result.value.changes;
    onFailure(result.failure);
    return null;
  }

  return {
    tickets,
    /** The last closed tickets. */
    closed,
    ticketsOf,
    judge,
    /** Returns the closed tickets of a check that fails again on pages. */
    failingAgain: (check: string, rows: readonly PageRow[]): FailingAgainTicket[] =>
      failingAgainTickets(check, rows, tickets.value, closed.value),
    /** The tickets of the shown problem. */
    shown,
    /** The pages of the tickets in `shown`, by page key. The newest ticket of a page decides. */
    shownPages: computed<ReadonlyMap<string, JudgedPage | null>>(
      () =>
        new Map(
          shown.value.toReversed().flatMap((ticket) => {
            const known = judge(ticket);
            return ticket.pages.map(({ report }, at) => [report.page, known?.[at] ?? null]);
          }),
        ),
    ),
    /**
     * Stores a new ticket. Does nothing in private windows. The worker drops a second ticket of the same
     * problem within a minute (`lib/history/marks.ts`).
     * @returns the changes for *Undo*; empty if no ticket was stored
     */
    async add(ticket: Omit<Ticket, 'id' | 'at'>): Promise<readonly MarkChange[]> {
      if (isPrivate) return [];
      const fields = { id: crypto.randomUUID(), at: new Date().toISOString() };
      return (await change({ kind: 'addTicket', ticket: { ...ticket, ...fields } })) ?? [];
    },
    /** Closes a ticket. If the ticket also has pages of other clients, closes only the given pages. */
    async remove(ticket: Ticket): Promise<void> {
      const { id, pages } = ticket;
      const all = stored.value.find((ticket) => ticket.id === id)?.pages ?? [];
      const part = { id: crypto.randomUUID(), pages: pages.map(({ report }) => report.page) };
      const isPart = pages.length < all.length;
      const changes = await change({ kind: 'closeTicket', id, ...(isPart && { part }) });
      if (changes !== null) onClosed(ticket, changes);
    },
  };
}
