import { i18n } from '#i18n';
import { BackButton } from '@/components/app/view-header';
import { checkName, importanceText, whyItMatters } from '@/components/report/content/check-names';
import type { OverviewState } from '@/components/table/overview-state';
import { counted } from '@/components/text/language';
import { TicketLines } from './handed-over';
import { useReports } from './reports-page';

interface ProblemHeaderProps {
  overview: OverviewState;
  /** The name of the check. */
  check: string;
  isFixed?: true;
}

/** The header of a problem: the number of its pages, their client, and why the problem matters. */
export function ProblemHeader({ overview, check, isFixed }: ProblemHeaderProps) {
  const { exports } = useReports();
  const { all, fixed } = overview.findings.value;
  const count = (isFixed ? fixed : all).find(({ name }) => name === check);
  const key = isFixed ? 'wrong.fixedOn' : 'wrong.failsOn';
  const name = checkName({ name: check });
  const why = whyItMatters(check);
  const client = overview.client.value;
  return (
    <>
      <div class="section-head problem-header cluster compact">
        <BackButton />
        <h2 id="problem-heading" class="grow" tabIndex={-1}>
          {overview.isKnown.value ? (
            <>
              {counted(key, count?.pages ?? 0, name)}{' '}
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
          <button
            type="button"
            class="primary"
            disabled={!exports.hasTicketPages.value}
            onClick={() => exports.copyTicket()}
          >
            {i18n.t('reports.ticket')}
          </button>
        )}
      </div>
      {why && <p class="problem-why quiet">{why}</p>}
      <TicketLines />
    </>
  );
}
