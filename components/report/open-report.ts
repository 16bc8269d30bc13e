import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import { type Report, type ReportDetails, toSummary } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';

/** A report in its own view: at first as the list had it, then as the service gives it. */
export interface OpenReport {
  report: Report | ReportDetails;
  /** Whether it is being read, and that is told. */
  isReading: boolean;
  /** Why it could not be read the last time; null where it could. */
  failure: Failure | null;
  /** Whether the service turned out to have it no more. */
  isGone: boolean;
  /** Whether what was chosen here is saved, and nothing else was chosen since. */
  isSaved: boolean;
  /** The privacy chosen here, to be saved. */
  privacy: Privacy | null;
  password: string;
  /** The password that was saved here, which stays to be passed on; empty where none was. */
  savedPassword: string;
  /** Whether privacy and password were left here unsaved: when it was open before, or while others were saved. */
  isLeftOver: boolean;
  /** Whether the last press of Save changes found the password missing. */
  lacksPassword: boolean;
}

/** Whether a row of a list differs from a report: in what rows leave out it does not. */
export function saysOtherwise(row: Report, report: Report): boolean {
  return (['privacy', 'result', 'generatedAt'] as const).some(
    (name) => row[name] !== null && row[name] !== report[name],
  );
}

/**
 * Only what differs from the report, or from what it will be; a new password goes with its privacy.
 * @param asked the change that is on its way; null where none is
 */
export function readChange(view: OpenReport, asked: ReportChange | null): ReportChange | null {
  const { report, privacy, password, savedPassword } = view;
  if (privacy === null) return null;
  const isAsked = asked?.privacy !== undefined;
  const known = isAsked ? asked : { privacy: report.privacy, password: savedPassword };
  const hasNewPassword =
    privacy === Privacy.Password && password !== '' && password !== known.password;
  if (privacy === known.privacy && !hasNewPassword) return null;
  return { privacy, ...(hasNewPassword && { password }) };
}

/**
 * Whether what was entered is to be called not saved. A new password left in an earlier popup is gone,
 * so that there is nothing to save: without a word it would pass for the report's own.
 * @param change what Save changes would send; null where that is nothing
 * @param isWaiting whether an earlier change waits, which could be taken for this one
 */
export function isUnsaved(
  view: OpenReport,
  change: ReportChange | null,
  isWaiting: boolean,
): boolean {
  const { isLeftOver, privacy, report } = view;
  if (change !== null) return isLeftOver || isWaiting;
  return isLeftOver && privacy === Privacy.Password && report.privacy === Privacy.Password;
}

/** The view once a change was made; what was entered in the meantime is still to be saved. */
export function afterChange(
  now: OpenReport,
  change: ReportChange,
  after: Report | null,
): OpenReport {
  // A service that does not say what it saved has saved what was sent.
  const privacy = after?.privacy ?? change.privacy ?? now.report.privacy;
  const next = {
    ...now,
    report: { ...now.report, ...after, privacy },
    privacy: now.privacy === change.privacy ? privacy : now.privacy,
    savedPassword: change.password ?? (change.privacy === undefined ? now.savedPassword : ''),
    failure: null,
  };
  const isChosen = change.privacy !== undefined;
  const isLeftOver = readChange(next, null) !== null && (now.isLeftOver || isChosen);
  return { ...next, isLeftOver, isSaved: isChosen && !isLeftOver };
}

/** The part of it that the background is told. */
export function plain(report: Report | ReportDetails): Report {
  return 'extraFields' in report ? toSummary(report) : report;
}
