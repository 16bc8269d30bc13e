import { i18n } from '#i18n';
import { fieldMessages } from '@/components/text/messages/field-messages';
import { focusFirstProblem } from '@/components/ui/fields/first-problem';
import type { FormField, ReportForm } from './form-state';

/** What is wrong with a field, as a sentence; null where nothing is. */
export function fieldProblem(form: ReportForm, field: FormField): string | null {
  const { url, password } = form.problems.value;
  if (field === 'url' && url) return i18n.t(`problem.url.${url}`);
  if (field === 'password' && password) return i18n.t('problem.passwordEmpty');
  const refusal = form.refusal.value;
  return refusal && fieldMessages(refusal, field);
}

/** Sends the form, and takes the person to what is wrong with it. */
export function submitForm(form: ReportForm, element: HTMLFormElement): void {
  void form.submit().then(() => {
    if (Object.keys(form.problems.value).length > 0) focusFirstProblem(element);
  });
}
