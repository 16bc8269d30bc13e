import type { Connection } from '@/lib/connection/connection';
import type { Confirmation, NewJob } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import { draftRisks, type ReportDraft } from '@/lib/report/report-draft';
import { hasFailed, type Result } from '@/lib/result';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import type { ReadableItem } from '@/lib/storage/stored-item';
import { cutAddress, reportablePageUrl } from '@/lib/url/typed-address';
import { unwrappedAddress } from '@/lib/url/wrapped-address';
import type { PopupRequest } from './popup-request';

/** A request from the context menu or by a shortcut, without the form. */
export interface QuickRequest {
  /** Empty if the browser hides the address. */
  address: string;
  /** Null for the default privacy. */
  privacy: Privacy | null;
  isPrivate: boolean;
}

interface QuickReportsTools {
  connection: ReadableItem<Connection>;
  preferences: ReadableItem<Preferences>;
  createJob(connectionId: string, job: NewJob): Promise<Result<Confirmation | null>>;
  openPopupWith(request: PopupRequest): Promise<void>;
  openOptions(): Promise<void>;
  newId(): string;
  now(): number;
}

/** An equal request within this time counts as a repeated press. */
const REPEAT_MS = 10_000;

/**
 * Returns a function that reports a page or link. Opens the form if a person must decide, and the
 * options page without a connection or after an error. Never rejects.
 */
export function createQuickReports(
  tools: QuickReportsTools,
): (request: QuickRequest) => Promise<void> {
  const { connection, preferences, createJob, openPopupWith, openOptions, newId, now } = tools;
  let lastRequest = { key: '', at: 0 };

  /** Stores the request. Returns whether the previous request was equal and recent. */
  function isRepeated({ url, privacy }: ReportDraft, isPrivate: boolean): boolean {
    const previous = lastRequest;
    lastRequest = { key: `${isPrivate} ${privacy} ${url}`, at: now() };
    const isSame = previous.key === lastRequest.key;
    // The difference is negative if the clock was set back.
    return isSame && Math.abs(lastRequest.at - previous.at) < REPEAT_MS;
  }

  async function report({ address, privacy, isPrivate }: QuickRequest): Promise<void> {
    const inUse = await connection.read();
    if (inUse === undefined) return openOptions();
    const { defaultPrivacy } = (await preferences.read()) ?? INITIAL_PREFERENCES;
    const quick = quickReport(address, privacy ?? defaultPrivacy);
    const { id: connectionId } = inUse;
    const openForm = (url: string) =>
      openPopupWith({ connectionId, kind: 'draft', url, privacy, isPrivate });
    if ('form' in quick) return openForm(quick.form.url);
    const { draft } = quick;
    if (isRepeated(draft, isPrivate)) return;
    const subjects = [{ kind: 'create', url: draft.url, privacy: draft.privacy }] as const;
    const created = await createJob(connectionId, { id: newId(), isPrivate, subjects });
    const needsConfirmation = !hasFailed(created) && created.value !== null;
    if (hasFailed(created) || needsConfirmation) await openForm(draft.url);
  }

  return async (request) => {
    try {
      await report(request).catch(openOptions);
    } catch {
      // Opening the options page has also failed, for example because the window is closed.
    }
  };
}

export type QuickReport =
  | { draft: ReportDraft }
  /** A person must enter a password, correct the address or read a warning. */
  | { form: { url: string } };

/**
 * For a wrapped link, returns a report of the page that the link redirects to.
 * @param address empty if the browser hides the address of the page or link
 */
export function quickReport(address: string, privacy: Privacy): QuickReport {
  const page = reportablePageUrl(address);
  const url = page && reportablePageUrl(unwrappedAddress(page));
  if (url === null) return { form: { url: cutAddress(address) } };
  const draft = { url, privacy };
  const needsForm = privacy === Privacy.Password || draftRisks(draft).length > 0;
  return needsForm ? { form: { url } } : { draft };
}
