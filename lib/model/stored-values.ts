import type { AwaitedResult } from './awaited-result';
import type { Connection, StoredAccount, StoredList } from './connection';
import type { DateTexts } from './date-texts';
import type { Deletion } from './deletion';
import type { Drafts } from './drafts';
import type { PageHistory } from './page-history';
import type { PageIndex } from './page-index';
import type { PlainField } from './plain-field';
import type { Preferences } from './preferences';
import { isPrivacy } from './privacy';
import type { QueuePause } from './queue-pause';
import { isRating } from './rating';
import type { Report } from './report';
import { PAGE_SIZES, type ReportQuery, SORT_FIELDS, SORT_ORDERS } from './report-query';
import { isFailure } from './stored-failure';
import { isInstant, isListOf, isRecord, isText, isTextOrNull } from './stored-shapes';
import type { FinishedSubmission, Submission } from './submission';
import type { QueueView } from './submission-queue';

// Guards for what comes out of the browser's storage, which other versions and hands write too.

export function isConnection(raw: unknown): raw is Connection {
  return (
    isRecord(raw) &&
    isText(raw.id) &&
    // It stands between slashes in the keys of all that belongs to the connection.
    /^[^/]+$/.test(raw.id) &&
    isText(raw.baseUrl) &&
    /^https?:\/\//.test(raw.baseUrl) &&
    URL.canParse(raw.baseUrl)
  );
}

export function isPreferences(raw: unknown): raw is Preferences {
  return isRecord(raw) && isPrivacy(raw.defaultPrivacy);
}

export function isStoredList(raw: unknown): raw is StoredList {
  return (
    isRecord(raw) &&
    isReportQuery(raw.query) &&
    isListOf(raw.reports, isReport) &&
    typeof raw.unreadable === 'number' &&
    (raw.total === null || typeof raw.total === 'number') &&
    isInstant(raw.readAt)
  );
}

export function isReportQuery(raw: unknown): raw is ReportQuery {
  return (
    isRecord(raw) &&
    isText(raw.search) &&
    isText(raw.project) &&
    (raw.result === null || isRating(raw.result)) &&
    SORT_FIELDS.some((field) => field === raw.sortBy) &&
    SORT_ORDERS.some((order) => order === raw.sort) &&
    PAGE_SIZES.some((size) => size === raw.perPage)
  );
}

export function isDeletions(raw: unknown): raw is Deletion[] {
  return isListOf(raw, isDeletion);
}

export function isDeletion(raw: unknown): raw is Deletion {
  return (
    isRecord(raw) &&
    isReport(raw.report) &&
    isInstant(raw.dueAt) &&
    (raw.state === 'waiting' ||
      raw.state === 'sending' ||
      (raw.state === 'failed' && isFailure(raw.failure)))
  );
}

/** A submission in its own place: anywhere else it could not be taken out again. */
export function isSubmissionOf(raw: unknown, id: string): raw is Submission {
  return isSubmission(raw) && raw.id === id;
}

export function isSubmission(raw: unknown): raw is Submission {
  return (
    isRecord(raw) &&
    isText(raw.id) &&
    typeof raw.order === 'number' &&
    isText(raw.url) &&
    isPrivacy(raw.privacy) &&
    typeof raw.isPrivateWindow === 'boolean' &&
    typeof raw.sends === 'number' &&
    isListOf(raw.knownIds, isText) &&
    isTextOrNull(raw.newestKnownId) &&
    isSubmissionState(raw)
  );
}

function isSubmissionState(raw: Record<string, unknown>): boolean {
  switch (raw.state) {
    case 'waiting':
    case 'sending':
      return true;
    case 'checking':
      return (
        typeof raw.checks === 'number' &&
        isInstant(raw.nextAt) &&
        (raw.failure === null || isFailure(raw.failure))
      );
    case 'failed':
      return isFailure(raw.failure);
    case 'needs-you':
      return raw.why === 'password' || (raw.why === 'unclear' && isFailure(raw.failure));
    default:
      return false;
  }
}

export function isQueueView(raw: unknown): raw is QueueView {
  return (
    isRecord(raw) &&
    isListOf(raw.shown, isSubmission) &&
    typeof raw.count === 'number' &&
    (raw.pause === null || isQueuePause(raw.pause)) &&
    isTextOrNull(raw.newestId)
  );
}

export function isFinishedSubmissions(raw: unknown): raw is FinishedSubmission[] {
  return isListOf(
    raw,
    (entry) =>
      isRecord(entry) &&
      isText(entry.id) &&
      isTextOrNull(entry.reportId) &&
      (entry.report === null || isReport(entry.report)),
  );
}

function isQueuePause(raw: unknown): raw is QueuePause {
  return (
    isRecord(raw) && isInstant(raw.until) && isFailure(raw.failure) && typeof raw.count === 'number'
  );
}

export function isAwaitedResults(raw: unknown): raw is AwaitedResult[] {
  return isListOf(raw, isAwaitedResult);
}

export function isAwaitedResult(raw: unknown): raw is AwaitedResult {
  return (
    isRecord(raw) &&
    isReport(raw.report) &&
    typeof raw.attempts === 'number' &&
    (raw.nextAt === null || isInstant(raw.nextAt)) &&
    (raw.failure === null || isFailure(raw.failure))
  );
}

export function isPageHistory(raw: unknown): raw is PageHistory {
  return (
    isRecord(raw) &&
    isListOf(raw.reports, isReport) &&
    isListOf(
      raw.results,
      (past) =>
        isRecord(past) &&
        isText(past.reportId) &&
        isRating(past.result) &&
        isInstant(past.generatedAt),
    )
  );
}

export function isPageIndex(raw: unknown): raw is PageIndex {
  return isListOf(
    raw,
    (page) => isRecord(page) && isText(page.key) && typeof page.bytes === 'number',
  );
}

export function isStoredAccount(raw: unknown): raw is StoredAccount {
  if (!isRecord(raw)) return false;
  if ('failure' in raw) return isFailure(raw.failure);
  return isRecord(raw.value) && isListOf(raw.value.fields, isPlainField);
}

export function isTextList(raw: unknown): raw is string[] {
  return isListOf(raw, isText);
}

export function isDateTexts(raw: unknown): raw is DateTexts {
  return (
    isRecord(raw) &&
    isText(raw.reader) &&
    isRecord(raw.texts) &&
    Object.values(raw.texts).every(isText)
  );
}

export function isDrafts(raw: unknown): raw is Drafts {
  return isListOf(
    raw,
    (entry) =>
      isRecord(entry) && isText(entry.page) && isText(entry.url) && isPrivacy(entry.privacy),
  );
}

function isReport(raw: unknown): raw is Report {
  return (
    isRecord(raw) &&
    isText(raw.id) &&
    isTextOrNull(raw.url) &&
    (raw.result === null || isRating(raw.result)) &&
    (raw.privacy === null || isPrivacy(raw.privacy)) &&
    (raw.generatedAt === null || isInstant(raw.generatedAt)) &&
    isTextOrNull(raw.project)
  );
}

function isPlainField(raw: unknown): raw is PlainField {
  return isRecord(raw) && isListOf(raw.path, isText) && isText(raw.text);
}
