import type { Account, Connection, StoredAccount, StoredList } from '@/lib/connection/connection';
import type { Deletion } from '@/lib/deletion/deletion';
import type { PageHistory, PastResult } from '@/lib/page-history/page-history';
import type { IndexedPage } from '@/lib/page-history/page-index';
import type { PlainField } from '@/lib/report/extra-fields';
import { isPrivacy } from '@/lib/report/privacy';
import { isRating } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { PAGE_SIZES, type ReportQuery, SORT_FIELDS, SORT_ORDERS } from '@/lib/report/report-query';
import type { AwaitedResult } from '@/lib/result-poll/result-poll';
import type { Preferences } from '@/lib/settings/preferences';
import type { QueuePause } from '@/lib/submission/backoff';
import type { StoredDraft } from '@/lib/submission/form-drafts';
import type { QueueView } from '@/lib/submission/queue-view';
import type { FinishedSubmission, Submission, SubmissionState } from '@/lib/submission/submission';
import { isFailure } from './stored-failure';
import {
  isBoolean,
  isInstant,
  isNumber,
  isRecord,
  isText,
  listOf,
  oneOf,
  orNull,
  recordOf,
} from './stored-shapes';

// Guards for what comes out of the browser's storage, which other versions and hands write too.

const isReport = recordOf<Report>({
  id: isText,
  url: orNull(isText),
  result: orNull(isRating),
  privacy: orNull(isPrivacy),
  generatedAt: orNull(isInstant),
  project: orNull(isText),
});

export const isConnection = recordOf<Connection>({ id: isConnectionId, baseUrl: isBaseUrl });

/** It stands between slashes in the keys of all that belongs to the connection. */
function isConnectionId(raw: unknown): raw is string {
  return isText(raw) && /^[^/]+$/.test(raw);
}

function isBaseUrl(raw: unknown): raw is string {
  return isText(raw) && /^https?:\/\//.test(raw) && URL.canParse(raw);
}

export const isPreferences = recordOf<Preferences>({ defaultPrivacy: isPrivacy });

export const isReportQuery = recordOf<ReportQuery>({
  search: isText,
  project: isText,
  result: orNull(isRating),
  sortBy: oneOf(SORT_FIELDS),
  sort: oneOf(SORT_ORDERS),
  perPage: oneOf(PAGE_SIZES),
});

export const isStoredList = recordOf<StoredList>({
  query: isReportQuery,
  reports: listOf(isReport),
  unreadable: isNumber,
  total: orNull(isNumber),
  readAt: isInstant,
});

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

export const isDeletions = listOf(isDeletion);

/** A submission in its own place: anywhere else it could not be taken out again. */
export function isSubmissionOf(raw: unknown, id: string): raw is Submission {
  return isSubmission(raw) && raw.id === id;
}

const isSubmissionWithoutState = recordOf<Omit<Submission, 'state'>>({
  id: isText,
  order: isNumber,
  url: isText,
  privacy: isPrivacy,
  isPrivateWindow: isBoolean,
  sends: isNumber,
  knownIds: listOf(isText),
  newestKnownId: orNull(isText),
});

export function isSubmission(raw: unknown): raw is Submission {
  return isRecord(raw) && isSubmissionWithoutState(raw) && isSubmissionState(raw);
}

function isSubmissionState(raw: Record<string, unknown>): boolean {
  switch (raw.state) {
    case 'waiting':
    case 'sending':
      return true;
    case 'checking':
      return isCheck(raw);
    case 'failed':
      return isFailure(raw.failure);
    case 'needs-you':
      return raw.why === 'password' || (raw.why === 'unclear' && isFailure(raw.failure));
    default:
      return false;
  }
}

const isCheck = recordOf<Omit<SubmissionState & { state: 'checking' }, 'state'>>({
  checks: isNumber,
  nextAt: isInstant,
  failure: orNull(isFailure),
});

const isQueuePause = recordOf<QueuePause>({
  until: isInstant,
  failure: isFailure,
  count: isNumber,
});

export const isQueueView = recordOf<QueueView>({
  shown: listOf(isSubmission),
  count: isNumber,
  pause: orNull(isQueuePause),
  newestId: orNull(isText),
});

export const isFinishedSubmissions = listOf(
  recordOf<FinishedSubmission>({
    id: isText,
    reportId: orNull(isText),
    report: orNull(isReport),
  }),
);

export const isAwaitedResult = recordOf<AwaitedResult>({
  report: isReport,
  attempts: isNumber,
  nextAt: orNull(isInstant),
  failure: orNull(isFailure),
});

export const isAwaitedResults = listOf(isAwaitedResult);

export const isPageHistory = recordOf<PageHistory>({
  reports: listOf(isReport),
  results: listOf(
    recordOf<PastResult>({ reportId: isText, result: isRating, generatedAt: isInstant }),
  ),
});

export const isPageIndex = listOf(recordOf<IndexedPage>({ key: isText, bytes: isNumber }));

const isReadAccount = recordOf<{ value: Account }>({
  value: recordOf<Account>({
    fields: listOf(recordOf<PlainField>({ path: listOf(isText), text: isText })),
  }),
});

export function isStoredAccount(raw: unknown): raw is StoredAccount {
  return isRecord(raw) && 'failure' in raw ? isFailure(raw.failure) : isReadAccount(raw);
}

export const isTextList = listOf(isText);

export const isDrafts = listOf(
  recordOf<StoredDraft>({ page: isText, url: isText, privacy: isPrivacy }),
);
