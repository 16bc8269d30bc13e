import { i18n } from '#i18n';
import { checkName } from '@/components/report/content/check-names';
import { dayInYear } from '@/components/text/dates';
import { isolated } from '@/components/text/isolation';
import { counted, countText, series } from '@/components/text/language';
import { CopyButton } from '@/components/ui/copy-button';
import { Message } from '@/components/ui/message';
import {
  type JudgedPage,
  pagesWith,
  TICKET_STATUSES,
  type Ticket,
} from '@/lib/report/compare/tickets';
import { useReports } from './reports-page';

/**
 * The open tickets of a problem: when the problem was handed over, and what its pages are now.
 * @param proofAbove the ticket whose proof the header offers
 */
export function TicketLines({ proofAbove }: { proofAbove: Ticket | null }) {
  const { handedOver, exports, recheck, historyOf } = useReports();
  return (
    <>
      {handedOver.here.value.map((ticket) => {
        const pages = handedOver.judged(ticket);
        const open = pages?.filter(({ status }) => status === 'failing' || status === 'unmeasured');
        return (
          <div key={ticket.id} class="ticket cluster inset compact" role="status">
            <p>
              {i18n.t('handedOver.at', [dayInYear(ticket.at)])} ·{' '}
              {counted('reports.pages', ticket.pages.length)}
              {pages && (
                <>
                  {' · '}
                  <b>{statusText(pages)}</b>
                </>
              )}
            </p>
            {open && open.length > 0 && (
              <button
                type="button"
                onClick={() =>
                  recheck(open.flatMap(({ report }) => historyOf(report.page)?.reports[0] ?? []))
                }
              >
                {i18n.t('handedOver.recheck', [countText(open.length)])}
              </button>
            )}
            {pages && ticket !== proofAbove && (
              <CopyButton
                label={i18n.t('handedOver.proof')}
                onCopy={() => exports.copyProof(ticket, pages)}
              />
            )}
            <button type="button" onClick={() => handedOver.remove(ticket)}>
              {i18n.t('handedOver.close')}
            </button>
          </div>
        );
      })}
    </>
  );
}

/** "9 fixed, 5 still failing". */
function statusText(pages: readonly JudgedPage[]): string {
  const counts = TICKET_STATUSES.flatMap((status) => {
    const { length } = pagesWith(status, pages);
    return length === 0 ? [] : [i18n.t(`handedOver.${status}`, [countText(length)])];
  });
  return series(counts);
}

/** "handed over Nov 23", of a check on pages of clients; null where it was not. */
export function useHandedOverText(): (
  check: string,
  clients: readonly string[] | null,
) => string | null {
  const { handedOver } = useReports();
  return (check, clients) => {
    const [newest] = handedOver.ticketsOf(check, clients);
    return newest ? i18n.t('handedOver.since', [dayInYear(newest.at)]) : null;
  };
}

/** What was handed over, of all clients or of one; a press shows the problem. */
export function TicketList({ tickets }: { tickets: readonly Ticket[] }) {
  const { handedOver, routes } = useReports();
  return (
    <ol class="tickets" aria-label={i18n.t('handedOver.label')}>
      {tickets.map((ticket) => {
        const { id, client, check, at } = ticket;
        const pages = handedOver.judged(ticket);
        const note = [
          ...(client === null ? [] : [isolated(client)]),
          dayInYear(at),
          ...(pages ? [statusText(pages)] : []),
        ].join(' · ');
        return (
          <li key={id}>
            <button
              type="button"
              class="finding bare"
              onClick={() =>
                routes.goTo({
                  ...{ name: 'list', check },
                  ...(client !== null && { client }),
                })
              }
            >
              <b>{checkName({ name: check })}</b>{' '}
              <span>{counted('reports.pages', ticket.pages.length)}</span>{' '}
              <small class="quiet small cut" title={note}>
                <Message text={note} />
              </small>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
