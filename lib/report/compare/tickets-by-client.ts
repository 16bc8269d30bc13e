import type { ClientNames } from './client-names';
import type { Ticket, TicketPage } from './tickets';

/**
 * Splits tickets with pages of several clients into one ticket for each client. Clients may have
 * been joined or taken apart since the ticket.
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
