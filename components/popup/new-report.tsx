import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { copySentence } from '@/components/copy-sentence';
import { fieldWords } from '@/components/field-words';
import { focusFirstProblem } from '@/components/first-problem';
import { ratingLabel } from '@/components/labels';
import { StatusLine } from '@/components/message-lines';
import { PrivacyChoice } from '@/components/privacy-choice';
import { TextField } from '@/components/text-field';
import { Privacy } from '@/lib/model/privacy';
import type { ReportUrlProblem } from '@/lib/model/report-url';
import type { ReportForm, Submitting } from '@/lib/state/report-form';
import { Later } from './later';
import { UrlAlternatives } from './url-alternatives';

interface NewReportProps {
  form: ReportForm;
  /** What to announce while the form itself has nothing to say. */
  notice: string | null;
  onCopy: (text: string) => Promise<void>;
}

/** The form that reports the page in front, or any other address. */
export function NewReport({ form, notice, onCopy }: NewReportProps) {
  const copied = useSignal<string | null>(null);
  const submission = form.shownSubmission.value;
  const failure = submission?.state === 'failed' ? submission.failure : null;
  const problems = form.problems.value;
  const isSending = submission?.state === 'sending';
  const status = copied.value ?? statusSentence(submission);

  return (
    <form
      class="new-report"
      aria-label={i18n.t('form.label')}
      noValidate
      onKeyDown={(event) => {
        // A key held down would submit again and again.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        copied.value = null;
        const { currentTarget } = event;
        void form.submit().then(() => {
          if (!isEmpty(form.problems.value)) focusFirstProblem(currentTarget);
        });
      }}
    >
      {form.pageUrl === null && <p class="note">{i18n.t('form.notReportable')}</p>}
      <TextField
        label={i18n.t('form.url')}
        value={form.url.value}
        onEnter={form.enterUrl}
        problem={problems.url ? urlSentence(problems.url) : failure && fieldWords(failure, 'url')}
        hint={form.sentUrl.value && i18n.t('form.sentUrl', [form.sentUrl.value])}
      />
      <UrlAlternatives
        alternatives={form.alternatives.value}
        pageUrl={form.url.value === form.pageUrl ? null : form.pageUrl}
        onTake={form.enterUrl}
      />
      <PrivacyChoice
        label={i18n.t('privacy.label')}
        value={form.privacy.value}
        onChoose={form.choosePrivacy}
      />
      {form.privacy.value === Privacy.Password && (
        <Later>
          {({ PasswordField }) => (
            <PasswordField
              value={form.password.value}
              onEnter={form.enterPassword}
              onMake={form.makePassword}
              onCopy={async (text) => {
                copied.value = await copySentence(onCopy(text), i18n.t('form.passwordCopied'));
              }}
              problem={
                problems.password
                  ? i18n.t('problem.passwordEmpty')
                  : failure && fieldWords(failure, 'password')
              }
            />
          )}
        </Later>
      )}
      <button
        type="submit"
        class="primary"
        aria-disabled={isSending}
        onClick={(event) => {
          // The second half of a double click is no wish for a second report.
          if (event.detail > 1) event.preventDefault();
        }}
      >
        {i18n.t('form.create')}
      </button>
      <StatusLine isUnseen={status === null}>{status ?? notice}</StatusLine>
      <Later>{({ PressAlert }) => <PressAlert submission={submission} />}</Later>
    </form>
  );
}

function statusSentence(submission: Submitting | null): string | null {
  if (submission?.state === 'sending') return i18n.t('form.sending');
  if (submission?.state !== 'created') return null;
  return submission.report === null
    ? i18n.t('form.createdUnseen')
    : i18n.t('form.created', [ratingLabel(submission.report.result)]);
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}

function urlSentence(problem: ReportUrlProblem): string {
  switch (problem) {
    case 'empty':
      return i18n.t('problem.urlEmpty');
    case 'not-absolute':
      return i18n.t('problem.urlNotAbsolute');
    case 'not-web':
      return i18n.t('problem.urlNotWeb');
  }
}
