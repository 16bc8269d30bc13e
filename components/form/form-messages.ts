import { i18n } from '#i18n';
import { fieldMessages } from '@/components/text/messages/field-messages';
import { focusFirstProblem } from '@/components/ui/fields/first-problem';
import type { FormField, ReportForm } from './form-state';

/** What is wrong with each field, as a sentence; null where nothing is. */
export function fieldProblems(form: ReportForm): Record<FormField, string | null> {
  const refusal = form.refusal.value;
  const { url, password } = form.problems.value;
  return {
    url: url ? i18n.t(`problem.url.${url}`) : refusal && fieldMessages(refusal, 'url'),
    privacy: refusal && fieldMessages(refusal, 'privacy'),
    password: password
      ? i18n.t('problem.passwordEmpty')
      : refusal && fieldMessages(refusal, 'password'),
  };
}

/** Sends the form, and takes the person to what is wrong with it. */
export function submitForm(form: ReportForm, element: HTMLFormElement): void {
  void form.submit().then(() => {
    if (Object.keys(form.problems.value).length > 0) focusFirstProblem(element);
  });
}
