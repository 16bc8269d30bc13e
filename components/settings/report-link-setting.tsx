import { i18n } from '#i18n';
import { TextField } from '@/components/ui/fields/text-field';
import { StatusLine } from '@/components/ui/message-lines';
import type { ReportLinkProblem } from '@/lib/report/report-link';
import type { ReportLinkField } from './report-link-state';

/** What stands for a report's ID. Words take it as an argument, since they have such names as well. */
const ID = '{id}';

/** Where a report's own page is. */
export function ReportLink({ field }: { field: ReportLinkField }) {
  const problem = field.problem.value;
  return (
    <form
      noValidate
      data-next-focus="#report-link"
      onSubmit={(event) => {
        // Enter keeps it, like leaving the field.
        event.preventDefault();
        field.leave();
      }}
    >
      <TextField
        id="report-link"
        label={i18n.t('options.reportLink')}
        value={field.text.value}
        onEnter={field.enter}
        onLeave={field.leave}
        problem={problem && problemSentence(problem)}
        hint={i18n.t('options.reportLinkHint', [ID])}
      />
      <StatusLine>{field.isSaved.value && i18n.t('options.reportLinkSaved')}</StatusLine>
    </form>
  );
}

function problemSentence(problem: ReportLinkProblem): string {
  return problem === 'noId'
    ? i18n.t('problem.reportLink.noId', [ID])
    : i18n.t(`problem.reportLink.${problem}`);
}
