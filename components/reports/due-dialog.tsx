import { i18n } from '#i18n';
import { dueName } from '@/components/ready/due-words';
import { weekday } from '@/components/text/dates';
import { isolated } from '@/components/text/isolation';
import { counted, countText, labelled, sentences } from '@/components/text/language';
import { DialogForm } from '@/components/ui/dialog-form';
import type { MenuItem } from '@/components/ui/menu';
import { Message } from '@/components/ui/message';
import { type Rhythm, recheckMinutes } from '@/lib/report/compare/due';
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
    <DialogForm
      label={labelled(title, name)}
      submitLabel={i18n.t(`due.set.${every}`)}
      isSending={isSending}
      failure={failure}
      onSubmit={() => void confirm()}
      onCancel={cancel}
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
    </DialogForm>
  );
}

/** Returns on which days the pages are due. */
function dayText(every: Rhythm['every'], today: Date): string {
  if (every === 'week') return i18n.t('due.onWeekday', [weekday(today)]);
  const day = today.getDate();
  return i18n.t(day > LAST_COMMON_DAY ? 'due.onDayOrLast' : 'due.onDay', [countText(day)]);
}
