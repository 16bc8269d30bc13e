import { computed, type ReadonlySignal } from '@preact/signals';
import type { HistoryState } from '@/components/app/history-state';
import type { Route } from '@/lib/browser-ui/reports-request';
import type { Failure } from '@/lib/failure';
import type { PageRow } from '@/lib/report/compare/findings';
import {
  type ClosedTicket,
  type JudgedPage,
  judgedPages,
  type ReturnedTicket,
  returnedTickets,
  type Ticket,
} from '@/lib/report/compare/tickets';
import { hasFailed } from '@/lib/result';

interface HandedOverTools {
  history: Pick<HistoryState, 'marks' | 'changeMarks' | 'historyOf'>;
  /** Private windows remember nothing. */
  isPrivate: boolean;
  route: ReadonlySignal<Route>;
  /** Why something could not be stored. */
  onFailure(failure: Failure): void;
}

/** The problems that a person has handed over. */
export type HandedOver = ReturnType<typeof createHandedOver>;

/** Follows them. What has become of their pages is judged by what is known here: nothing is requested. */
export function createHandedOver({ history, isPrivate, route, onFailure }: HandedOverTools) {
  const tickets = computed<readonly Ticket[]>(() =>
    isPrivate ? [] : (history.marks()?.tickets ?? []),
  );
  const closed = computed<readonly ClosedTicket[]>(() =>
    isPrivate ? [] : (history.marks()?.closed ?? []),
  );

  /** The tickets of a check, the newest first. */
  function ticketsOf(check: string, clients: readonly string[] | null): Ticket[] {
    return tickets.value.filter(
      (one) =>
        one.check === check &&
        (clients === null || (one.client !== null && clients.includes(one.client))),
    );
  }

  /** Null while it is not known how their pages stand. */
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
    returned: (check: string, rows: readonly PageRow[]): ReturnedTicket[] =>
      returnedTickets(check, rows, tickets.value, closed.value),
    /** Those of the problem that is looked at. */
    here,
    /** The pages of those, by their keys; of several tickets the newest says how a page stands. */
    pagesHere: computed<ReadonlyMap<string, JudgedPage | null>>(
      () =>
        new Map(
          here.value.toReversed().flatMap((ticket) => {
            const known = judged(ticket);
            return ticket.pages.map(({ report }, at) => [report.page, known?.[at] ?? null]);
          }),
        ),
    ),
    /** Remembers that a problem is handed over now; nothing in private windows. */
    async add(ticket: Omit<Ticket, 'id' | 'at'>): Promise<void> {
      if (isPrivate) return;
      const fields = { id: crypto.randomUUID(), at: new Date().toISOString() };
      await change({ kind: 'addTicket', ticket: { ...ticket, ...fields } });
    },
    remove: ({ id }: Ticket): void => void change({ kind: 'closeTicket', id }),
  };
}
