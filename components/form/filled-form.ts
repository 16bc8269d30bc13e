import { Privacy } from '@/lib/report/privacy';
import type { ReportForm } from './form-state';

/** Puts what is to be reported into the form, and takes the person there. */
export function fillForm(form: ReportForm, draft: Parameters<ReportForm['fill']>[0]): void {
  form.fill(draft);
  showFilledForm(form);
}

/**
 * Says what a press would meet in a form that was filled in from elsewhere, and takes the person to
 * what is left to do: the password, or a look at the address.
 * @param next what that is where nothing is wrong or missing, as a selector
 */
export function showFilledForm(form: ReportForm, next = '#url'): void {
  form.review();
  const hasProblem = form.problems.value.url !== undefined;
  const needsPassword = form.privacy.value === Privacy.Password && form.password.value === '';
  const place = hasProblem ? '#url' : needsPassword ? '#password' : next;
  // What has changed is on the page with the next frame.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(place)?.focus());
}
