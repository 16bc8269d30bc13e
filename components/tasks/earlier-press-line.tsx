import { i18n } from '#i18n';
import { ratingLabel } from '@/components/text/labels';
import { StatusLine } from '@/components/ui/message-lines';
import { Quoting } from '@/components/ui/quoting';
import type { ReportForm } from '@/lib/page/report-form';

/** That a report was created while the form was already sending another. */
export function EarlierPressLine({ form }: { form: ReportForm }) {
  const press = form.earlier.value;
  return (
    <div class="earlier-press">
      <StatusLine>
        {press && (
          <>
            <Quoting text={press.url} sentence={(text) => i18n.t('task.create.done', [text])} />
            {press.report && ` · ${ratingLabel(press.report.result)}`}
          </>
        )}
      </StatusLine>
    </div>
  );
}
