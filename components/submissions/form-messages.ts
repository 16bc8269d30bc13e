import { i18n } from '#i18n';
import type { ConnectedPopup } from '@/components/popup/popup-state';
import { fieldMessages } from '@/components/text/field-messages';
import { ratingLabel } from '@/components/text/labels';
import { reportName } from '@/components/text/report-name';
import { focusFirstProblem } from '@/components/ui/first-problem';
import { quoted } from '@/components/ui/quoting';
import type { ReportForm, Submitting } from '@/lib/submission/page/report-form';

/** What the form says about itself, as sentences. */
export interface FormMessages {
  /** What is wrong with the address; null where nothing is. */
  urlProblem: string | null;
  passwordProblem: string | null;
  /** The address that will go out, where it is not the text of the field. */
  sentUrl: string | null;
  /** How it goes, or else what has happened around it. */
  status: string | null;
  /** Whether the status is announced only: what it says is to be seen elsewhere. */
  isUnseen: boolean;
}

/** What the form speaks of: itself, and what happens around it. */
type FormContext = Pick<ConnectedPopup, 'form' | 'copied' | 'list' | 'submissions' | 'deletions'>;

/** Words the state of the form. */
export function formMessages(popup: FormContext): FormMessages {
  const { form, copied, submissions } = popup;
  const submission = form.submission.value;
  const failure = submission?.state === 'failed' ? submission.failure : null;
  const { url, password } = form.problems.value;
  const sent = form.sentUrl.value;
  const status = copied.value ?? statusSentence(submission, submissions.isOwnStored.value);
  return {
    urlProblem: url ? i18n.t(`problem.url.${url}`) : failure && fieldMessages(failure, 'url'),
    passwordProblem: password
      ? i18n.t('problem.passwordEmpty')
      : failure && fieldMessages(failure, 'password'),
    sentUrl: sent && i18n.t('form.sentUrl', [sent]),
    status: status ?? notice(popup),
    isUnseen: status === null,
  };
}

/** Sends the form, and takes the person to what is wrong with it. */
export function submitForm(
  form: ReportForm,
  copied: ConnectedPopup['copied'],
  element: HTMLFormElement,
): void {
  copied.value = null;
  void form.submit().then(() => {
    if (Object.keys(form.problems.value).length > 0) focusFirstProblem(element);
  });
}

/** What to announce while the form itself has nothing to say. */
function notice({ list, deletions }: FormContext): string | null {
  const latest = deletions.pending.value.findLast(({ state }) => state === 'waiting');
  if (latest) return i18n.t('list.deleted', [quoted(reportName(latest.report))]);
  return list.isFresh.value ? i18n.t('list.refreshed') : null;
}

function statusSentence(submission: Submitting | null, isStored: boolean): string | null {
  if (submission?.state === 'sending') {
    return i18n.t(isStored ? 'form.sendingKept' : 'form.sending');
  }
  if (submission?.state !== 'created') return null;
  return submission.report === null
    ? i18n.t('form.createdUnseen')
    : i18n.t('form.created', [ratingLabel(submission.report.result)]);
}
