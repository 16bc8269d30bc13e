import { computed, type ReadonlySignal } from '@preact/signals';
import type { HistoryState } from '@/components/app/history-state';
import type { Route } from '@/lib/browser-ui/reports-request';
import type { Failure } from '@/lib/failure';
import type { PageRow } from '@/lib/report/compare/findings';
import {
  type ClosedTicket,
  type FailingAgainTicket,
  failingAgainTickets,
  type JudgedPage,
  judgedPages,
  type Ticket,
} from '@/lib/report/compare/tickets';
import { hasFailed } from '@/lib/result';

interface HandedOverTools {
  history: Pick<HistoryState, 'marks' | 'changeMarks' | 'historyOf'>;
  /** Whether the window is private. Private windows have no tickets. */
  isPrivate: boolean;
  route: ReadonlySignal<Route>;
  /** Called when a change of the tickets cannot be stored. */
  onFailure(failure: Failure): void;
}

export type HandedOver = ReturnType<typeof createHandedOver>;

/** Judges the pages of tickets by stored results, without requests to the service. */
export function createHandedOver({ history, isPrivate, route, onFailure }: HandedOverTools) {
  const tickets = computed<readonly Ticket[]>(() =>
    isPrivate ? [] : (history.marks()?.tickets ?? []),
  );
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

  /** Null while the results of the pages are unknown. */
  const judged = (ticket: Pick<Ticket, 'check' | 'pages'>): JudgedPage[] | null =>
    judgedPages(ticket, (page) => history.historyOf(page)?.results);

  const here = computed(() => {
    const { view } = route.value;
    if (view.name !== 'list' || view.check === undefined || view.isFixed) return [];
    return ticketsOf(view.check, view.client === undefined ? null : [view.client]);
  });

  async function change(changed: Parameters<typeof history.changeMarks>[0]): Promise<void> {
    const result = await history.changeMarks(changed);
    if (hasFailed(result)) onFailure(result.failure);
  }

  return {
    tickets,
    ticketsOf,
    judged,
    /** Returns the closed tickets of a check that fails again on pages. */
    returned: (check: string, rows: readonly PageRow[]): FailingAgainTicket[] =>
      failingAgainTickets(check, rows, tickets.value, closed.value),
    /** The tickets of the shown problem. */
    here,
    /** The pages of the tickets in `here`, by page key. Of several tickets, the newest decides. */
    pagesHere: computed<ReadonlyMap<string, JudgedPage | null>>(
      () =>
        new Map(
          here.value.toReversed().flatMap((ticket) => {
            const known = judged(ticket);
            return ticket.pages.map(({ report }, at) => [report.page, known?.[at] ?? null]);
          }),
        ),
    ),
    /** Stores a new ticket. Does nothing in private windows. */
    async add(ticket: Omit<Ticket, 'id' | 'at'>): Promise<void> {
      if (isPrivate) return;
      const fields = { id: crypto.randomUUID(), at: new Date().toISOString() };
      await change({ kind: 'addTicket', ticket: { ...ticket, ...fields } });
    },
    remove: ({ id }: Ticket): void => void change({ kind: 'closeTicket', id }),
  };
}
