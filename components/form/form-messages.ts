import { i18n } from '#i18n';
import { updateAlert, updateStatus } from '@/components/activity/update-messages';
import {
  changeKept,
  deletionSentence,
  reportKept,
  reportLookedFor,
} from '@/components/activity/waiting-messages';
import type { ReportList } from '@/components/list/list-state';
import type { ConnectedPopup } from '@/components/popup/popup-state';
import { failureMessage, quotingService, whatHappened } from '@/components/text/failure-message';
import { fieldMessages } from '@/components/text/field-messages';
import { isolated } from '@/components/text/isolation';
import { resultLabel } from '@/components/text/labels';
import { counted, sentences } from '@/components/text/language';
import { shownReportName } from '@/components/text/report-name';
import { focusFirstProblem } from '@/components/ui/first-problem';
import { quoted } from '@/components/ui/quoting';
import { isReportGone } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import { isFiltered } from '@/lib/report/report-query';
import { isIn } from '@/lib/task/task';
import type { ReportForm } from './form-state';

type FormField = 'url' | 'privacy' | 'password';

/** The fields beside which the service's words on them are to be seen. */
function visibleFields({ privacy }: ReportForm): FormField[] {
  return privacy.value === Privacy.Password ? ['url', 'privacy', 'password'] : ['url', 'privacy'];
}

/** What is wrong with each field, as a sentence; null where nothing is. */
export function fieldProblems(form: ReportForm): Record<FormField, string | null> {
  const press = form.lastPress.value;
  const failure = press?.state === 'failed' ? press.failure : null;
  const { url, password } = form.problems.value;
  return {
    url: url ? i18n.t(`problem.url.${url}`) : failure && fieldMessages(failure, 'url'),
    privacy: failure && fieldMessages(failure, 'privacy'),
    password: password
      ? i18n.t('problem.passwordEmpty')
      : failure && fieldMessages(failure, 'password'),
  };
}

/** Sends the form, and takes the person to what is wrong with it. */
export function submitForm(form: ReportForm, element: HTMLFormElement): void {
  void form.submit().then(() => {
    if (Object.keys(form.problems.value).length > 0) focusFirstProblem(element);
  });
}

/** How the last press goes, while nothing is wrong with it. */
export function statusMessage(popup: ConnectedPopup): string | null {
  if (popup.notice.value !== null) return noticeStatus(popup);
  const press = popup.form.lastPress.value;
  switch (press?.state) {
    case 'sending':
      return i18n.t(press.isStored ? 'form.sendingKept' : 'form.sending');
    case 'created':
      return press.report === null
        ? i18n.t('form.createdUnseen')
        : i18n.t('form.created', [resultLabel(press.report)]);
    default:
      return null;
  }
}

/** Why the last press did not do at once what it was for. */
export function alertMessage(popup: ConnectedPopup): string | null {
  if (popup.notice.value !== null) return noticeAlert(popup);
  const press = popup.form.lastPress.value;
  switch (press?.state) {
    case 'queued':
      return press.isLookedFor
        ? reportLookedFor(press.failure, popup.tasks.gate.value === null)
        : reportKept(press.failure, popup.form.privacy.value === Privacy.Password);
    case 'failed':
      return failureMessage(press.failure, visibleFields(popup.form));
    default:
      return null;
  }
}

function noticeStatus({ notice, changes, results }: ConnectedPopup): string | null {
  const told = notice.value;
  if (told === null || 'failure' in told) return null;
  if ('text' in told) return told.text;
  const standing = changes.standing(told.updateId);
  switch (standing.name) {
    case 'onItsWay':
      return i18n.t('report.updating');
    case 'atGate':
      return changeKept(standing.failure, 'update');
    case 'ended':
      if (standing.outcome.end !== 'done') return null;
      return updateStatus(results.stateOf(told.report.id));
    default:
      return null;
  }
}

function noticeAlert({ notice, changes, results }: ConnectedPopup): string | null {
  const told = notice.value;
  if (told === null || 'text' in told) return null;
  const { report } = told;
  if ('updateId' in told) {
    const hasEnded = changes.standing(told.updateId).name === 'ended';
    return hasEnded ? updateAlert(results.stateOf(report.id)) : null;
  }
  const { failure } = told;
  const name = isolated(quoted(shownReportName(report)));
  // Where it is gone, the advice leads to the list, which is here.
  const why = isReportGone(failure)
    ? quotingService(whatHappened(failure), failure)
    : failureMessage(failure);
  return sentences(i18n.t('report.notChanged', [name]), why);
}

/** What to announce of the list, beside what the form says; it is to be seen elsewhere. */
export function unseenMessage({ list, deletions }: ConnectedPopup): string | null {
  const latest = deletions.lines.value.findLast((task) => isIn(task, 'waiting'));
  if (latest) {
    const name = isolated(quoted(shownReportName(latest.work.report)));
    return deletionSentence(name, deletions.isPutOff.value);
  }
  return list.isFresh.value ? i18n.t('list.refreshed') : foundMessage(list);
}

/** How many reports match what is searched and filtered for; null until the service has said so. */
function foundMessage({ shown, query, isReading }: ReportList): string | null {
  if (!shown.value?.isAnswer || isReading.value || !isFiltered(query.value)) return null;
  const { total, reports, unreadable } = shown.value;
  const count = total ?? reports.length + unreadable;
  if (count === 0) return i18n.t('list.noMatch');
  // Without a total, a full page may be all or a part.
  if (total === null && count >= query.value.perPage) return i18n.t('list.shownFirst', [count]);
  return counted('report.matches', count);
}
