import type { Connection } from '@/lib/connection/connection';
import type { Confirmation, NewJob } from '@/lib/jobs/job';
import { Privacy } from '@/lib/report/privacy';
import { draftRisks, type ReportDraft } from '@/lib/report/report-draft';
import { hasFailed, type Result } from '@/lib/result';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import type { ReadableItem } from '@/lib/storage/stored-item';
import { reportablePageUrl } from '@/lib/url/report-url';
import { cutAddress } from '@/lib/url/typed-address';
import type { PopupRequest } from './popup-request';

/** A report that a person has asked for without the form. */
export interface QuickRequest {
  /** Empty where the browser does not tell it. */
  address: string;
  /** Null: the default privacy. */
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

/** Within this time the same press is impatience, or the repetition of a key that is held. */
const SAME_PRESS_MS = 10_000;

/**
 * Makes what reports a page or a link without the form, or opens the form where that takes a
 * person's word, and the options where neither can be done. Resolves when something has come of it,
 * and never rejects.
 */
export function createQuickReports(
  tools: QuickReportsTools,
): (request: QuickRequest) => Promise<void> {
  const { connection, preferences, createJob, openPopupWith, openOptions, newId, now } = tools;
  let last = { press: '', at: 0 };

  /** Whether the same was asked for a moment ago. */
  function isRepeated({ url, privacy }: ReportDraft, isPrivate: boolean): boolean {
    const before = last;
    last = { press: `${isPrivate} ${privacy} ${url}`, at: now() };
    return before.press === last.press && Math.abs(last.at - before.at) < SAME_PRESS_MS;
  }

  async function report({ address, privacy, isPrivate }: QuickRequest): Promise<void> {
    const connected = await connection.read();
    if (connected === undefined) return openOptions();
    const { defaultPrivacy } = (await preferences.read()) ?? INITIAL_PREFERENCES;
    const quick = quickReport(address, privacy ?? defaultPrivacy);
    const openForm = (url: string) => openPopupWith({ kind: 'draft', url, privacy, isPrivate });
    if ('form' in quick) return openForm(quick.form.url);
    const { draft } = quick;
    if (isRepeated(draft, isPrivate)) return;
    const { url, privacy: chosen } = draft;
    const subjects = [{ kind: 'create', url, privacy: chosen }] as const;
    const stored = await createJob(connected.id, { id: newId(), isPrivate, subjects });
    // What is not stored, or needs confirmation, is said nowhere else.
    if (hasFailed(stored) || stored.value !== null) await openForm(draft.url);
  }

  return async (request) => {
    try {
      await report(request).catch(openOptions);
    } catch {
      // The window has closed.
    }
  };
}

/** What becomes of a report that is asked for without the form: from a menu, or by a shortcut. */
export type QuickReport =
  /** It needs no further word. */
  | { draft: ReportDraft }
  /** The form, for the password, a wrong address, or a look at what speaks against publishing. */
  | { form: { url: string } };

/**
 * Decides what becomes of it.
 * @param address of the page or link; empty where the browser does not tell it
 */
export function quickReport(address: string, privacy: Privacy): QuickReport {
  const url = reportablePageUrl(address);
  if (url === null) return { form: { url: cutAddress(address) } };
  const draft = { url, privacy };
  const needsWord = privacy === Privacy.Password || draftRisks(draft).length > 0;
  return needsWord ? { form: { url } } : { draft };
}
