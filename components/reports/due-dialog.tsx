import { i18n } from '#i18n';
import { dueName } from '@/components/ready/due-words';
import { weekday } from '@/components/text/dates';
import { isolated } from '@/components/text/isolation';
import { counted, countText, labelled, sentences } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import type { MenuItem } from '@/components/ui/menu';
import { Message } from '@/components/ui/message';
import { AlertLine } from '@/components/ui/message-lines';
import { CoveringDialog } from '@/components/ui/question';
import type { Rhythm } from '@/lib/report/compare/due';
import { recheckMinutes } from '@/lib/report/compare/recheck-time';
import type { DueChoice } from './due-marks-state';
import { useReports } from './reports-page';

const RHYTHMS = ['week', 'month'] as const satisfies Rhythm['every'][];

/** The last day that every month has. */
const LAST_COMMON_DAY = 28;

/** Returns the menu items that make a subject due. Private windows have none. */
export function useDueItems(choice: DueChoice): MenuItem[] {
  const { dueMarks, isPrivate } = useReports();
  if (isPrivate) return [];
  return RHYTHMS.map((every) => ({
    label: i18n.t(`due.every.${every}`),
    isChecked: dueMarks.isDueEvery(choice.subject, every),
    onChoose: () => dueMarks.choose(choice, every),
  }));
}

/** The dialog that makes the pages of a subject due every week or every month. */
export function DueDialog() {
  const { dueMarks } = useReports();
  const { cancel, confirm } = dueMarks;
  const question = dueMarks.question.value;
  if (question === null) return null;
  const { subject, every, pages, isSending, failure } = question;
  const other = every === 'week' ? 'month' : 'week';
  const name = dueName(question);
  const title = i18n.t(`due.every.${every}`);
  return (
    <CoveringDialog label={labelled(title, name)} onClose={cancel}>
      <form
        class="stack"
        aria-busy={isSending}
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <h3>
          <Message text={labelled(title, isolated(name))} />
        </h3>
        <p>{dayText(every, new Date())}</p>
        {dueMarks.isDueEvery(subject, other) && <p>{i18n.t(`due.replaces.${other}`)}</p>}
        <p>
          {sentences(counted('due.requests', pages), counted('due.takes', recheckMinutes(pages)))}
        </p>
        <p>{i18n.t('due.overwrites')}</p>
        <AlertLine>{failure && failureMessage(failure)}</AlertLine>
        <div class="cluster">
          <button type="submit" class="primary" aria-disabled={isSending}>
            {i18n.t(`due.set.${every}`)}
          </button>
          <button type="button" onClick={cancel}>
            {i18n.t('question.cancel')}
          </button>
        </div>
      </form>
    </CoveringDialog>
  );
}

/** Returns on which days the pages are due. */
function dayText(every: Rhythm['every'], today: Date): string {
  if (every === 'week') return i18n.t('due.onWeekday', [weekday(today)]);
  const day = today.getDate();
  return i18n.t(day > LAST_COMMON_DAY ? 'due.onDayOrLast' : 'due.onDay', [countText(day)]);
}
