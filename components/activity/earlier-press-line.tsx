import { i18n } from '#i18n';
import type { ReportForm } from '@/components/form/form-state';
import { resultLabel } from '@/components/text/labels';
import { counted } from '@/components/text/language';
import { StatusLine } from '@/components/ui/message-lines';
import { Quoting } from '@/components/ui/quoting';
import type { TaskList } from './queue-state';

const KINDS = ['create', 'change', 'delete'] as const;

/** What was created beside the last press: another report meanwhile, or those that had to wait. */
export function EarlierPressLine({ form, tasks }: { form: ReportForm; tasks: TaskList }) {
  const press = form.earlier.value;
  const told = KINDS.filter((kind) => {
    const count = tasks.afterWait[kind].value;
    // Of the only report that had to wait, the form itself may have told.
    const isTold = kind === 'create' && count === 1 && form.lastPress.value?.state === 'created';
    return count > 0 && !isTold;
  });
  return (
    <div class="earlier-press">
      <StatusLine>
        {told
          .map((kind) => counted(`form.afterWait.${kind}`, tasks.afterWait[kind].value))
          .join(' · ')}
        {told.length === 0 && press && (
          <>
            <Quoting text={press.url} sentence={(text) => i18n.t('task.create.done', [text])} />
            {press.report && ` · ${resultLabel(press.report)}`}
          </>
        )}
      </StatusLine>
    </div>
  );
}
