import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { BackButton } from '@/components/app/view-header';
import { checkName, importanceText, whyItMatters } from '@/components/report/content/check-names';
import { explainedCheck, kindSentences } from '@/components/report/content/kind-words';
import { IntendedForm } from '@/components/report/intended-form';
import { mutableFindings } from '@/components/table/mutable-findings';
import type { OverviewState } from '@/components/table/overview-state';
import { counted, sentences } from '@/components/text/language';
import { CopyButton } from '@/components/ui/copy-button';
import { MoreButton } from '@/components/ui/menu';
import { failsOn } from '@/lib/report/compare/clients';
import { failuresBeforeFix, failuresOn, type PageRow } from '@/lib/report/compare/findings';
import { type JudgedPage, pagesWith, type Ticket } from '@/lib/report/compare/tickets';
import { opensClient } from './list-view-focus';
import { useReports } from './reports-page';
import { TicketLines } from './ticket-lists';
import { ViewButton } from './view-button';

interface ProblemHeaderProps {
  overview: OverviewState;
  /** The name of the check. */
  check: string;
  isFixed?: true;
}

/** The header of a problem: the number of pages, the client, the errors, and why they matter. */
export function ProblemHeader({ overview, check, isFixed }: ProblemHeaderProps) {
  const { ticketState } = useReports();
  const { all, fixed } = overview.findings.value;
  const counts = (isFixed ? fixed : all).filter(({ name }) => name === check);
  // A check can be fixed in several ways, each on other pages.
  const pageCount = counts.reduce((sum, { pages }) => sum + pages, 0);
  const [count] = counts;
  const key = isFixed ? 'wrong.fixedOn' : 'wrong.failsOn';
  const name = checkName({ name: check });
  const rows = overview.rows.value;
  const found = isFixed
    ? [explainedCheck(failuresBeforeFix(check, rows), true)]
    : kindSentences(failuresOn(check, rows));
  const explanation = [...(overview.isKnown.value ? found : []), whyItMatters(check, i18n)].filter(
    (text) => text !== null,
  );
  const client = overview.client.value;
  const isFixedEverywhere = overview.isKnown.value && pageCount === 0;
  const fixedTicket =
    (isFixedEverywhere &&
      ticketState.shown.value.find((ticket) => isFixedTicket(ticketState.judge(ticket)))) ||
    null;
  return (
    <>
      <div class="section-head problem-header cluster compact">
        <BackButton />
        <h2 id="problem-heading" class="large grow" tabIndex={-1}>
          {overview.isKnown.value ? (
            <>
              {counted(key, pageCount, name)}{' '}
              {count && <small class="quiet">{importanceText(count.importance)}</small>}
            </>
          ) : (
            <>
              {name} <b class="no-number">–</b>
            </>
          )}
          {client !== null && (
            <small class="quiet">
              {' · '}
              <bdi>{client}</bdi>
            </small>
          )}
        </h2>
        {!isFixed && (
          <div class="beside">
            <TicketButton check={check} client={client} fixed={fixedTicket} />
            <ProblemMenu check={check} rows={rows} />
          </div>
        )}
      </div>
      {explanation.length > 0 && <p class="problem-why quiet">{sentences(...explanation)}</p>}
      {!isFixed && <TicketsByClient check={check} client={client} />}
      <TicketLines check={check} rows={rows} proofAbove={fixedTicket} />
    </>
  );
}

/** Whether all pages of a ticket are fixed. Ignores pages on which the problem is muted. */
function isFixedTicket(pages: readonly JudgedPage[] | null): boolean {
  if (pages === null || pagesWith('fixed', pages).length === 0) return false;
  return pages.every(({ status }) => status === 'fixed' || status === 'muted');
}

interface ProblemMenuProps {
  /** The name of the check. */
  check: string;
  rows: readonly PageRow[];
}

/** The menu of a problem, with *This is intended* for all pages that fail now. */
function ProblemMenu({ check, rows }: ProblemMenuProps) {
  const isOpen = useSignal(false);
  if (!rows.some((row) => failsOn(row, { name: check }))) return null;
  const findings = isOpen.value ? mutableFindings(check, rows) : null;
  return (
    <>
      <MoreButton
        items={[
          {
            label: i18n.t('intended.mark'),
            onChoose: () => {
              isOpen.value = true;
            },
          },
        ]}
      />
      {findings && (
        <IntendedForm
          findings={findings}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}

interface TicketButtonProps {
  /** The name of the check. */
  check: string;
  /** The client of the view; null for all clients. */
  client: string | null;
  /** A ticket whose pages are all fixed; null if there is none. */
  fixed: Ticket | null;
}

/** The primary button of a problem: copies the ticket of its only client, or the proof of a fixed ticket. */
function TicketButton({ check, client, fixed }: TicketButtonProps) {
  const { exports, ticketState } = useReports();
  const tickets = exports.tickets.value;
  const pages = fixed && ticketState.judge(fixed);
  if (fixed && pages) {
    return (
      <CopyButton
        label={i18n.t('handedOver.proof')}
        isPrimary
        isBusy={exports.isCopyingProof(fixed)}
        onCopy={() => exports.copyProof(fixed, pages)}
      />
    );
  }
  const [ticket, ...others] = tickets ?? [];
  if (others.length > 0) return null;
  const copiedClient = ticket?.client ?? client ?? '';
  return (
    <button
      type="button"
      class="primary"
      disabled={ticket === undefined && (tickets !== null || client === null)}
      aria-disabled={exports.isCopyingTicket(check, copiedClient)}
      onClick={() => exports.copyTicket(copiedClient)}
    >
      {ticket ? counted('ticket.copyPages', ticket.pages) : i18n.t('ticket.copy')}
    </button>
  );
}

/** The clients of a problem, each with a button for its ticket. Renders nothing for one client. */
function TicketsByClient({ check, client }: { check: string; client: string | null }) {
  const { exports } = useReports();
  const tickets = exports.tickets.value ?? [];
  if (client !== null || tickets.length < 2) return null;
  return (
    <ul class="tickets-by-client inset-inline" aria-label={i18n.t('clients.label')}>
      {tickets.map(({ client: name, pages }) => (
        <li key={name} class="cluster compact">
          <ViewButton
            class="link"
            view={{ name: 'list', client: name, check }}
            opens={opensClient(name)}
          >
            <bdi>{name}</bdi>
          </ViewButton>
          <button
            type="button"
            aria-disabled={exports.isCopyingTicket(check, name)}
            onClick={() => exports.copyTicket(name)}
          >
            {counted('ticket.copyPages', pages)}
          </button>
        </li>
      ))}
    </ul>
  );
}
