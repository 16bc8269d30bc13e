import { i18n } from '#i18n';
import { checkName } from '@/components/report/content/check-names';
import { dayInYear } from '@/components/text/dates';
import { failingAgainText } from '@/components/text/failure-dates';
import { isolated } from '@/components/text/isolation';
import { counted, countText, series } from '@/components/text/language';
import { CopyButton } from '@/components/ui/copy-button';
import { MoreButton } from '@/components/ui/menu';
import { Message } from '@/components/ui/message';
import type { PageRow } from '@/lib/report/compare/findings';
import {
  type JudgedPage,
  pagesWith,
  TICKET_STATUSES,
  type Ticket,
} from '@/lib/report/compare/tickets';
import { useDueItems } from './due-dialog';
import { opensProblem } from './list-view-focus';
import { RecheckButton } from './recheck-button';
import { useReports } from './reports-page';
import { ViewButton } from './view-button';

/** The statuses of pages that a re-check measures again. */
const OPEN_STATUSES: readonly JudgedPage['status'][] = ['failing', 'failingAgain', 'unmeasured'];

interface TicketLinesProps {
  /** The name of the check. */
  check: string;
  /** The pages of the view. */
  rows: readonly PageRow[];
  /** The ticket whose proof the header offers. */
  proofAbove: Ticket | null;
}

/**
 * The tickets of a problem. An open ticket shows its date and the status of its pages. A closed
 * ticket shows on how many pages the check fails again.
 */
export function TicketLines({ check, rows, proofAbove }: TicketLinesProps) {
  const { ticketState, exports, historyOf } = useReports();
  return (
    <>
      {ticketState.shown.value.map((ticket) => {
        const pages = ticketState.judge(ticket);
        const open = pages?.filter(({ status }) => OPEN_STATUSES.includes(status));
        return (
          <div key={`${ticket.id} ${ticket.client}`} class="ticket cluster inset compact">
            <p role="status">
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
              <RecheckButton
                count={open.length}
                reports={open.flatMap(({ report }) => historyOf(report.page)?.reports[0] ?? [])}
              />
            )}
            {pages?.some(({ status }) => status !== 'muted') && ticket !== proofAbove && (
              <CopyButton
                label={i18n.t('handedOver.proof')}
                isBusy={exports.isCopyingProof(ticket)}
                onCopy={() => exports.copyProof(ticket, pages)}
              />
            )}
            <button type="button" onClick={() => void ticketState.remove(ticket)}>
              {i18n.t('handedOver.close')}
            </button>
            <TicketMenu ticket={ticket} />
          </div>
        );
      })}
      {ticketState.failingAgain(check, rows).map((one) => (
        <div key={one.ticket.id} class="ticket inset compact">
          <p>{failingAgainText(one)}</p>
        </div>
      ))}
    </>
  );
}

/** The menu of a ticket. A ticket that also has pages of other clients is due as a whole. */
function TicketMenu({ ticket: { id, check, client, pages } }: { ticket: Ticket }) {
  const { history, joinedClients, table } = useReports();
  const whole = history.marks()?.tickets.find((ticket) => ticket.id === id);
  const keys = new Set((whole?.pages ?? pages).map(({ report }) => report.page));
  const storedClient = whole?.client ?? null;
  const items = useDueItems({
    subject: { kind: 'ticket', id },
    ticket: {
      check,
      client: storedClient === null ? client : joinedClients.names.value.current(storedClient),
    },
    pages: table.value.overview.rowsIn({ client: null }).filter(({ key }) => keys.has(key)).length,
  });
  return items.length > 0 && <MoreButton items={items} />;
}

/** "9 fixed, 5 still failing". */
function statusText(pages: readonly JudgedPage[]): string {
  const counts = TICKET_STATUSES.flatMap((status) => {
    const { length } = pagesWith(status, pages);
    return length === 0 ? [] : [i18n.t(`handedOver.${status}`, [countText(length)])];
  });
  return series(counts);
}

/**
 * Returns a function that returns the tickets of a check as text, for example "handed over Nov 23".
 * For a closed ticket, the text says on how many pages the check fails again. Empty without a
 * ticket.
 */
export function useTicketNote(): (
  check: string,
  clients: readonly string[] | null,
  rows: readonly PageRow[],
) => string {
  const { ticketState } = useReports();
  return (check, clients, rows) => {
    const [newest] = ticketState.ticketsOf(check, clients);
    const [failingAgain] = ticketState.failingAgain(check, rows);
    return [
      ...(newest ? [i18n.t('handedOver.since', [dayInYear(newest.at)])] : []),
      ...(failingAgain
        ? [
            i18n.t('handedOver.closedAgain', [
              countText(failingAgain.pages),
              dayInYear(failingAgain.ticket.closedAt),
            ]),
          ]
        : []),
    ].join(' · ');
  };
}

/** The tickets of all clients or of one. A press shows the ticket's problem. */
export function TicketList({ tickets }: { tickets: readonly Ticket[] }) {
  const { ticketState } = useReports();
  return (
    <ol class="tickets" aria-label={i18n.t('handedOver.label')}>
      {tickets.map((ticket) => {
        const { client, check, at } = ticket;
        const pages = ticketState.judge(ticket);
        const note = [
          ...(client === null ? [] : [isolated(client)]),
          dayInYear(at),
          ...(pages ? [statusText(pages)] : []),
        ].join(' · ');
        return (
          <li key={`${ticket.id} ${client}`}>
            <ViewButton
              class="finding row-button"
              view={{ name: 'list', check, ...(client !== null && { client }) }}
              opens={opensProblem(check)}
            >
              <b>{checkName({ name: check })}</b>{' '}
              <span>{counted('reports.pages', ticket.pages.length)}</span>{' '}
              <small class="quiet small cut" title={note}>
                <Message text={note} />
              </small>
            </ViewButton>
          </li>
        );
      })}
    </ol>
  );
}
