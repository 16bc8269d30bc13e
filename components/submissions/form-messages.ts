import { i18n } from '#i18n';
import type { ConnectedPopup, Notice } from '@/components/popup/popup-state';
import { updateAlert, updateStatus } from '@/components/reports/update-messages';
import {
  failureMessage,
  quotingService,
  whatHappened,
  whatToDo,
} from '@/components/text/failure-message';
import { fieldMessages } from '@/components/text/field-messages';
import { isolated } from '@/components/text/isolation';
import { ratingLabel } from '@/components/text/labels';
import { reportName } from '@/components/text/report-name';
import { focusFirstProblem } from '@/components/ui/first-problem';
import { quoted } from '@/components/ui/quoting';
import { isShutOut } from '@/lib/backoff';
import { type Failure, isReportGone, isWorthRepeating } from '@/lib/failure';
import type { ReportList } from '@/lib/report/page/report-list';
import { Privacy } from '@/lib/report/privacy';
import { isFiltered } from '@/lib/report/report-query';
import type { ResultPoll } from '@/lib/result-poll/result-poll';
import type { ReportForm } from '@/lib/submission/page/report-form';

type FormField = 'url' | 'privacy' | 'password';

/** The fields beside which the service's words on them are to be seen. */
function visibleFields({ privacy }: ReportForm): FormField[] {
  return privacy.value === Privacy.Password ? ['url', 'privacy', 'password'] : ['url', 'privacy'];
}

/** What is wrong with each field, as a sentence; null where nothing is. */
export function fieldProblems(form: ReportForm): Record<FormField, string | null> {
  const submission = form.submission.value;
  const failure = submission?.state === 'failed' ? submission.failure : null;
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
export function statusMessage({
  form,
  notice,
  submissions,
  awaited,
}: ConnectedPopup): string | null {
  if (notice.value !== null) return noticeStatus(notice.value, awaited.value);
  const submission = form.submission.value;
  if (submission?.state === 'sending') {
    return i18n.t(submissions.isOwnStored.value ? 'form.sendingKept' : 'form.sending');
  }
  if (submission?.state !== 'created') return null;
  return submission.report === null
    ? i18n.t('form.createdUnseen')
    : i18n.t('form.created', [ratingLabel(submission.report.result)]);
}

/** What to announce of the list, beside what the form says; it is to be seen elsewhere. */
export function unseenMessage({ list, deletions }: ConnectedPopup): string | null {
  const latest = deletions.pending.value.findLast(({ state }) => state === 'waiting');
  if (latest) return i18n.t('list.deleted', [isolated(quoted(reportName(latest.report)))]);
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
  return i18n.t('report.matches', count, [count.toLocaleString()]);
}

/** Why the last press did not do at once what it was for. */
export function alertMessage({ form, notice, awaited }: ConnectedPopup): string | null {
  return notice.value === null ? pressFailure(form) : noticeAlert(notice.value, awaited.value);
}

function noticeStatus(notice: Notice, awaited: readonly ResultPoll[]): string | null {
  if ('text' in notice) return notice.text;
  return 'updatedId' in notice ? updateStatus(pollOf(notice.updatedId, awaited)) : null;
}

function noticeAlert(notice: Notice, awaited: readonly ResultPoll[]): string | null {
  if ('failure' in notice) {
    const { failure, report } = notice;
    const name = isolated(quoted(reportName(report)));
    // Where it is gone, the advice leads to the list, which is here.
    const why = isReportGone(failure)
      ? quotingService(whatHappened(failure), failure)
      : failureMessage(failure);
    return `${i18n.t('report.notChanged', [name])} ${why}`;
  }
  return 'updatedId' in notice ? updateAlert(pollOf(notice.updatedId, awaited)) : null;
}

function pollOf(id: string, awaited: readonly ResultPoll[]): ResultPoll | undefined {
  return awaited.find(({ report }) => report.id === id);
}

function pressFailure(form: ReportForm): string | null {
  const submission = form.submission.value;
  switch (submission?.state) {
    case 'queued':
      return queuedMessage(submission.failure);
    case 'failed':
      return failureMessage(submission.failure, visibleFields(form));
    default:
      return null;
  }
}

/** Why a report did not get its answer yet, and what becomes of it by itself. */
function queuedMessage(failure: Failure): string {
  if (isShutOut(failure)) {
    const said = [whatHappened(failure), whatToDo(failure), i18n.t('queued.sentThen')];
    return quotingService(said.join(' '), failure);
  }
  const goesOn = isWorthRepeating(failure) ? i18n.t('queued.goesOn') : i18n.t('queued.lookedFor');
  return quotingService(`${whatHappened(failure)} ${goesOn}`, failure);
}
