import type { ClientNames } from './client-names';
import type { Ticket, TicketPage } from './tickets';

/**
 * Returns the tickets as people see them: a ticket with pages of several clients is a ticket of each client,
 * with the pages of this client. Clients may have been put together or taken apart since the ticket.
 */
export function ticketsByClient(tickets: readonly Ticket[], names: ClientNames): Ticket[] {
  return tickets.flatMap((ticket) => {
    const pagesByClient = new Map<string | null, TicketPage[]>();
    for (const page of ticket.pages) {
      const single = page.client ?? ticket.client;
      const client = single === null ? null : names.ofSingle(single);
      pagesByClient.set(client, [...(pagesByClient.get(client) ?? []), page]);
    }
    return [...pagesByClient].map(([client, pages]) => ({ ...ticket, client, pages }));
  });
}
