import { Privacy } from '@/lib/report/privacy';
import type { ReportForm } from './form-state';

/** Fills the form, reviews it and moves the focus to the next step. */
export function fillForm(form: ReportForm, draft: Parameters<ReportForm['fill']>[0]): void {
  form.fill(draft);
  showFilledForm(form);
}

/**
 * Reviews a form after code has filled the form. Moves the focus to a problem, a missing password
 * or `next`.
 * @param next selector of the element to focus if the form has no problem and needs no password
 */
export function showFilledForm(form: ReportForm, next = '#url'): void {
  form.review();
  const hasProblem = form.problems.value.url !== undefined;
  const needsPassword = form.privacy.value === Privacy.Password && form.password.value === '';
  const place = hasProblem ? '#url' : needsPassword ? '#password' : next;
  // The changes are in the document by the next frame.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(place)?.focus());
}
