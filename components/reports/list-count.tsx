import { i18n } from '#i18n';
import type { ShownList } from '@/lib/report/page/report-list';
import type { ReportQuery } from '@/lib/report/report-query';

interface ListCountProps {
  shown: ShownList;
  query: ReportQuery;
  /** Whether the answer to the query is still to come. */
  isPending: boolean;
}

/** How much of the whole the list is. */
export function ListCount({ shown, query, isPending }: ListCountProps) {
  const { isAnswer, unreadable } = shown;
  return (
    <>
      <p class="note">{isAnswer ? countSentence(shown, query) : staleSentence(isPending)}</p>
      {isAnswer && unreadable > 0 && <p class="note">{i18n.t('list.unreadable', unreadable)}</p>}
    </>
  );
}

function staleSentence(isPending: boolean): string {
  return i18n.t(isPending ? 'list.notAnswered' : 'list.notAnsweredFailed');
}

/** The interface has no second page: what was not sent can only be found by asking otherwise. */
function countSentence({ reports, unreadable, total }: ShownList, query: ReportQuery) {
  const sent = reports.length + unreadable;
  if (total !== null) {
    return total > sent ? i18n.t('list.shownOf', [reports.length, total]) : null;
  }
  return sent >= query.perPage ? i18n.t('list.shownPerhapsOf', [reports.length]) : null;
}
