import { i18n } from '#i18n';
import { ratingLabel } from '@/components/text/labels';
import { StatusLine } from '@/components/ui/message-lines';
import { Quoting } from '@/components/ui/quoting';
import type { ReportForm } from '@/lib/page/report-form';
import type { TaskList } from '@/lib/page/task-list';

/** What was created beside the last press: another report meanwhile, or those that had to wait. */
export function EarlierPressLine({ form, tasks }: { form: ReportForm; tasks: TaskList }) {
  const waited = tasks.createdAfterWait.value;
  const changed = tasks.changedAfterWait.value;
  const press = form.earlier.value;
  // Of the only one that had to wait, the form itself may have told.
  const isTold = waited === 1 && form.lastPress.value?.state === 'created';
  return (
    <div class="earlier-press">
      <StatusLine>
        {[
          waited > 0 && !isTold && i18n.t('form.createdAfterWait', waited),
          changed > 0 && i18n.t('form.changedAfterWait', changed),
        ]
          .filter(Boolean)
          .join(' · ')}
        {waited + changed === 0 && press && (
          <>
            <Quoting text={press.url} sentence={(text) => i18n.t('task.create.done', [text])} />
            {press.report && ` · ${ratingLabel(press.report.result)}`}
          </>
        )}
      </StatusLine>
    </div>
  );
}
