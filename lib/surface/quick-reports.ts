import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Keeping } from '@/lib/private-windows';
import { Privacy } from '@/lib/report/privacy';
import { draftRisks, type ReportDraft } from '@/lib/report/report-draft';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import type { ReadableItem } from '@/lib/storage/stored-item';
import type { Held, NewTask } from '@/lib/task/task';
import { reportablePageUrl } from '@/lib/url/report-url';
import { cutAddress } from '@/lib/url/typed-address';
import type { Handover } from './handover';

/** A report that a person has asked for without the form. */
export interface QuickRequest {
  /** Empty where the browser does not tell it. */
  address: string;
  /** Null: the default privacy. */
  privacy: Privacy | null;
  keeping: Keeping;
}

interface QuickReportsTools {
  connection: ReadableItem<unknown>;
  preferences: ReadableItem<Preferences>;
  add(added: readonly NewTask[]): Promise<Outcome<Held | null>>;
  openHandover(handover: Handover): Promise<void>;
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
  const { connection, preferences, add, openHandover, openOptions, newId, now } = tools;
  let last = { press: '', at: 0 };

  /** Whether the same was asked for a moment ago. */
  function isRepeated({ url, privacy }: ReportDraft, keeping: Keeping): boolean {
    const before = last;
    last = { press: `${keeping} ${privacy} ${url}`, at: now() };
    return before.press === last.press && Math.abs(last.at - before.at) < SAME_PRESS_MS;
  }

  async function report({ address, privacy, keeping }: QuickRequest): Promise<void> {
    const connected = await connection.read();
    if (connected === undefined) return openOptions();
    const { defaultPrivacy } = (await preferences.read()) ?? INITIAL_PREFERENCES;
    const quick = quickReport(address, privacy ?? defaultPrivacy);
    const openForm = (url: string) => openHandover({ kind: 'draft', url, privacy, keeping });
    if ('form' in quick) return openForm(quick.form.url);
    const { draft } = quick;
    if (isRepeated(draft, keeping)) return;
    const added = await add([{ id: newId(), keeping, kind: 'create', draft }]);
    // What is not stored, or is to be asked about first, is told of nowhere else.
    if (hasFailed(added) || added.value !== null) await openForm(draft.url);
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
