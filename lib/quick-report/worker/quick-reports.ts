import { isUnstored } from '@/lib/failure';
import type { Handover } from '@/lib/handover/handover';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { quickReport } from '@/lib/quick-report/quick-report';
import {
  isSameWish,
  type RecentWish,
  type RecentWishes,
  withWish,
} from '@/lib/quick-report/recent-wish';
import type { Privacy } from '@/lib/report/privacy';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import type { ReadableItem, StoredItem } from '@/lib/stored-item';
import type { ReportDraft } from '@/lib/submission/report-draft';

/** A report that a person has asked for without the form. */
export interface QuickRequest {
  /** Empty where the browser does not tell it. */
  address: string;
  /** Null: the default privacy. */
  privacy: Privacy | null;
  isPrivateWindow: boolean;
}

interface QuickReportsTools {
  connection: ReadableItem<unknown>;
  preferences: ReadableItem<Preferences>;
  wishes: StoredItem<RecentWishes>;
  /** Stores a submission and sends it; the queue makes one report of what comes with one id. */
  create(id: string, draft: ReportDraft, isPrivateWindow: boolean): Promise<Outcome<unknown>>;
  handOver(handover: Handover): Promise<void>;
  openOptions(): Promise<void>;
  newId(): string;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Makes what reports a page or a link without the form, or opens the form where that takes a
 * person's word, and the options where neither can be done. Resolves when something has come of it,
 * and never rejects.
 */
export function createQuickReports(
  tools: QuickReportsTools,
): (request: QuickRequest) => Promise<void> {
  const { connection, preferences, wishes, create, handOver, openOptions, newId, now } = tools;
  /** What presses ask for that have not ended, each with the id of its submission. */
  const underWay = new Map<RecentWish, Promise<string>>();

  /** The id of the wish that a press repeats, or its own. */
  function idFor(wish: RecentWish): Promise<string> {
    const same = [...underWay].find(([one]) => isSameWish(one, wish));
    return same?.[1] ?? storedIdFor(wish);
  }

  async function storedIdFor(wish: RecentWish): Promise<string> {
    const recent = await wishes.update((all = []) => withWish(all, wish)).catch(() => undefined);
    return (recent?.find((one) => isSameWish(one, wish)) ?? wish).id;
  }

  async function createOnce(
    draft: ReportDraft,
    isPrivateWindow: boolean,
  ): Promise<Outcome<unknown>> {
    const { url, privacy } = draft;
    const wish = { id: newId(), url, privacy, isPrivateWindow, at: now() };
    const id = idFor(wish);
    underWay.set(wish, id);
    try {
      return await create(await id, draft, isPrivateWindow);
    } finally {
      underWay.delete(wish);
    }
  }

  async function report({ address, privacy, isPrivateWindow }: QuickRequest): Promise<void> {
    const connected = await connection.read();
    if (connected === undefined) return openOptions();
    const { defaultPrivacy } = (await preferences.read()) ?? INITIAL_PREFERENCES;
    const quick = quickReport(address, privacy ?? defaultPrivacy);
    const openForm = (url: string) =>
      handOver({ kind: 'draft', url, privacy, isPrivate: isPrivateWindow });
    if ('form' in quick) return openForm(quick.form.url);
    const { draft } = quick;
    const outcome = await createOnce(draft, isPrivateWindow);
    // No queue holds it, and nothing else would tell of it.
    if (hasFailed(outcome) && isUnstored(outcome.failure)) await openForm(draft.url);
  }

  return async (request) => {
    try {
      await report(request).catch(openOptions);
    } catch {
      // The window has closed.
    }
  };
}
