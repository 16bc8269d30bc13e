import { i18n } from '#i18n';
import { failureMessage } from '@/components/text/failure-message';
import { ratingLabel } from '@/components/text/labels';
import { Message } from '@/components/ui/message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { Quoting } from '@/components/ui/quoting';
import type { ReportForm } from '@/lib/submission/page/report-form';

/** How a report ended while the form was already sending another. */
export function EarlierPressLine({ form }: { form: ReportForm }) {
  const press = form.earlier.value;
  const failure = press && 'failure' in press ? press.failure : null;
  const sentence = failure?.code === 'interrupted' ? 'submission.unconfirmed' : 'submission.failed';
  return (
    <div class="earlier-press">
      <StatusLine>
        {press && 'report' in press && (
          <>
            <Quoting text={press.url} sentence={(text) => i18n.t('submission.created', [text])} />
            {press.report && ` · ${ratingLabel(press.report.result)}`}
          </>
        )}
      </StatusLine>
      <AlertLine>
        {press && failure && (
          <>
            <Quoting text={press.url} sentence={(text) => i18n.t(sentence, [text])} />
            {'\n'}
            <Message text={failureMessage(failure)} />
          </>
        )}
      </AlertLine>
    </div>
  );
}
