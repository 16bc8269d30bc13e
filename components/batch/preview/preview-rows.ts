import type { FoundAddress } from '@/lib/import/found-addresses';
import { nonPageExtension } from '@/lib/import/non-page';
import { readSourceUrl } from '@/lib/import/source-url';
import { Privacy } from '@/lib/report/privacy';
import { pageKey } from '@/lib/url/page-key';
import { type PublishingRisk, publishingRisks } from '@/lib/url/secrets/publishing-risk';
import { withoutTracking } from '@/lib/url/tracking-parameters';

/** Why an address may not be meant for a report. The first reason that applies counts. */
export const ROW_REASONS = [
  'notAnAddress',
  'duplicate',
  'pinned',
  'notAPage',
  'alreadyReported',
  'mayExposeSecret',
] as const;
export type RowReason = (typeof ROW_REASONS)[number];

export interface PreviewRow {
  /** The address to send; null if the text is not a web address. */
  url: string | null;
  text: string;
  /** The address with tracking parameters; absent if there are none. */
  tracked?: string;
  reason: RowReason | null;
  /** The file, archive member or sheet with the address; absent without one. */
  where?: string;
  isPinned?: boolean;
  /** Why the address is not a page, for example `301`, `image/png` or `.pdf`; absent for a page. */
  nonPageReason?: string;
  /** The risks of publishing, independent of `reason`. */
  risks: readonly PublishingRisk[];
  /** Time of the last report, ISO 8601; null if unknown. Absent if there was no report. */
  reportedAt?: string | null;
}

/** The rows of a batch, and a person's switches. Immutable. */
export interface Preview {
  readonly rows: readonly PreviewRow[];
  /** The page keys of the rows; empty without an address. */
  readonly pages: readonly string[];
  /** One `Switch` for each row. */
  readonly switches: Readonly<Uint8Array>;
}

/** The batch that a press would create. */
export interface PreviewSelection {
  /** Without duplicates. */
  urls: readonly string[];
  /** The number of other rows, by reason. `switchedOff` counts rows without another reason. */
  leftOut: Record<string, number>;
  /** The addresses in `urls` with risks, if the privacy is *Public*. */
  risky: readonly string[];
}

/** A person's decision about a row. `OnInPublic`: switched on while *Public* was chosen. */
const Switch = { Default: 0, Off: 1, On: 2, OnInPublic: 3 } as const;

/** Limit of uninterrupted work, in milliseconds. Afterwards the page can answer a press. */
const SLICE_MS = 10;

/**
 * Builds the rows of a batch without report dates, in slices.
 * @param yieldToPage called after each slice with the number of finished rows; its rejection
 *   rejects the result
 * @param site the site of paths; empty if unknown
 * @param now a clock in milliseconds, with any origin
 */
export async function buildPreview(
  found: readonly FoundAddress[],
  yieldToPage: (done: number) => Promise<void>,
  site = '',
  now: () => number = () => performance.now(),
): Promise<Preview> {
  const draft: Draft = { rows: [], pages: [], uniqueRows: new Map() };
  let begun = now();
  const origin = site.trim() === '' ? null : readSourceUrl(site);
  for (const { text, where, nonPageReason, isPinned } of found) {
    const url = isPath(text)
      ? (URL.parse(text, origin ?? undefined)?.href ?? null)
      : readSourceUrl(text);
    const why = nonPageReason === undefined && url !== null ? nonPageExtension(url) : nonPageReason;
    const page = url === null ? '' : pageKey(url);
    addRow({ text, url, page, nonPageReason: why ?? null, where, isPinned }, draft);
    if (now() - begun < SLICE_MS) continue;
    await yieldToPage(draft.rows.length);
    begun = now();
  }
  const { rows, pages } = draft;
  return { rows, pages, switches: new Uint8Array(rows.length) };
}

/** An address or other text to preview. */
interface Source {
  text: string;
  /** Null if the text is not a web address. */
  url: string | null;
  /** The page key of `url`; empty if `url` is null. */
  page: string;
  nonPageReason: string | null;
  where: string | undefined;
  isPinned: boolean | undefined;
}

/** The rows so far. */
interface Draft {
  rows: PreviewRow[];
  pages: string[];
  /** Index of the row that is not a duplicate, by page key. */
  uniqueRows: Map<string, number>;
}

/** Adds a row, and marks duplicates. Prefers rows without a pin, and then rows with https. */
function addRow(source: Source, draft: Draft): void {
  const { text, url: given, page, where } = source;
  const { rows, pages, uniqueRows } = draft;
  pages.push(page);
  if (given === null) {
    rows.push({ url: given, text, reason: 'notAnAddress', risks: [], ...(where && { where }) });
    return;
  }
  const url = withoutTracking(given);
  const row = previewRow(url, source);
  const index = rows.push(url === given ? row : { ...row, tracked: given }) - 1;
  const former = uniqueRows.get(page);
  const isBetter = former === undefined || isPreferred(row, rows[former]);
  if (isBetter) uniqueRows.set(page, index);
  const duplicate = rows[isBetter ? (former ?? -1) : index];
  if (duplicate !== undefined) duplicate.reason = 'duplicate';
}

function isPreferred(row: PreviewRow, former: PreviewRow | undefined): boolean {
  if (row.isPinned !== former?.isPinned) return !row.isPinned;
  return isHttps(row.url ?? '') && !isHttps(former?.url ?? '');
}

function isHttps(url: string): boolean {
  return url.startsWith('https:');
}

export function reasonCounts(rows: readonly PreviewRow[]): Record<RowReason, number> {
  const counts = {
    notAnAddress: 0,
    duplicate: 0,
    pinned: 0,
    notAPage: 0,
    alreadyReported: 0,
    mayExposeSecret: 0,
  };
  for (const { reason } of rows) if (reason !== null) counts[reason] += 1;
  return counts;
}

/**
 * Returns the preview with or without tracking parameters. Consent to publish an address does not
 * cover the changed address.
 */
export function withTracking(preview: Preview, hasTracking: boolean): Preview {
  const switches = Uint8Array.from(preview.switches);
  const rows = preview.rows.map((row, index): PreviewRow => {
    const { tracked, reason } = row;
    if (tracked === undefined) return row;
    const url = hasTracking ? tracked : withoutTracking(tracked);
    const risks = publishingRisks(url);
    const isOther = reason !== null && reason !== 'mayExposeSecret';
    if (url !== row.url && switches[index] === Switch.OnInPublic) switches[index] = Switch.On;
    return { ...row, url, risks, reason: isOther ? reason : riskReason(risks) };
  });
  return { ...preview, rows, switches };
}

/** Returns the page keys of the rows that may be reported already. */
export function pagesOfPreview({ rows, pages }: Preview): string[] {
  return rows.flatMap((row, index) => (isComparable(row) ? (pages[index] ?? []) : []));
}

/**
 * Returns the preview after a comparison with the known reports. Does not change the switches.
 * @param reported the time of the last report, by page key
 */
export function withReportDates(
  preview: Preview,
  reported: ReadonlyMap<string, string | null>,
): Preview {
  const rows = preview.rows.map((row, index): PreviewRow => {
    if (!isComparable(row)) return row;
    const date = reported.get(preview.pages[index] ?? '');
    if (date === row.reportedAt) return row;
    const { reportedAt: _, ...undated } = row;
    const dated = date === undefined ? undated : { ...undated, reportedAt: date };
    return { ...dated, reason: reasonOf(dated) };
  });
  return { ...preview, rows };
}

function isComparable(row: PreviewRow): row is PreviewRow & { url: string } {
  return row.url !== null && row.reason !== 'duplicate';
}

function riskReason(risks: readonly PublishingRisk[]): RowReason | null {
  return risks.length > 0 ? 'mayExposeSecret' : null;
}

function reasonOf(
  row: Pick<PreviewRow, 'isPinned' | 'nonPageReason' | 'reportedAt' | 'risks'>,
): RowReason | null {
  if (row.isPinned) return 'pinned';
  if (row.nonPageReason) return 'notAPage';
  return row.reportedAt === undefined ? riskReason(row.risks) : 'alreadyReported';
}

function previewRow(url: string, source: Source): PreviewRow {
  const { text, nonPageReason, where, isPinned } = source;
  const risks = publishingRisks(url);
  const marks = { ...(isPinned && { isPinned }), ...(nonPageReason && { nonPageReason }) };
  return {
    url,
    text,
    risks,
    reason: reasonOf({ ...marks, risks }),
    ...marks,
    ...(where && { where }),
  };
}

/** Whether a text is a path without a host. */
export function isPath(text: string): boolean {
  return /^\/(?![/\\])/.test(text);
}

/** Whether a row will be sent with the privacy. */
export function isOn({ rows, switches }: Preview, index: number, privacy: Privacy): boolean {
  const row = rows[index];
  if (row === undefined || row.url === null || switches[index] === Switch.Off) return false;
  if (privacy === Privacy.Public && row.risks.length > 0) {
    return switches[index] === Switch.OnInPublic;
  }
  const isOnByDefault = row.reason === null || row.reason === 'mayExposeSecret';
  return isOnByDefault || switches[index] !== Switch.Default;
}

/** Returns the initial switches of a preview. `areOn`: a person has already chosen every row. */
export function firstSwitches(size: number, areOn: boolean, privacy: Privacy): Uint8Array {
  const on = privacy === Privacy.Public ? Switch.OnInPublic : Switch.On;
  return new Uint8Array(size).fill(areOn ? on : Switch.Default);
}

/**
 * Returns the preview with rows switched by hand. Rows without an address stay off.
 * @param privacy the privacy at the time of the switch
 */
export function withSwitched(
  preview: Preview,
  indexes: Iterable<number>,
  isOn: boolean,
  privacy: Privacy,
): Preview {
  const switches = Uint8Array.from(preview.switches);
  const on = privacy === Privacy.Public ? Switch.OnInPublic : Switch.On;
  for (const index of indexes) switches[index] = isOn ? on : Switch.Off;
  return { ...preview, switches };
}

/**
 * Returns the indexes of the rows whose source text or address contains a text.
 * @param reason the reason of the rows; null for rows without a reason, undefined for all rows
 */
export function shownRows({ rows }: Preview, text: string, reason?: RowReason | null): number[] {
  const wanted = text.trim().toLowerCase();
  const isMatch = (part: string | null) => part?.toLowerCase().includes(wanted) ?? false;
  return rows.flatMap((row, index) => {
    if (reason !== undefined && row.reason !== reason) return [];
    if (wanted === '' || isMatch(row.text)) return [index];
    return row.url !== row.text && isMatch(row.url) ? [index] : [];
  });
}

/** Returns the selection with a privacy; empty without a preview. */
export function selectionOf(preview: Preview | null, privacy: Privacy): PreviewSelection {
  const urls = new Set<string>();
  const leftOut: Record<string, number> = {};
  const risky: string[] = [];
  preview?.rows.forEach(({ url, reason, risks }, index) => {
    const isWanted = url !== null && isOn(preview, index, privacy);
    if (isWanted && !urls.has(url)) {
      urls.add(url);
      if (privacy === Privacy.Public && risks.length > 0) risky.push(url);
    } else {
      const why = isWanted ? 'duplicate' : (reason ?? 'switchedOff');
      leftOut[why] = (leftOut[why] ?? 0) + 1;
    }
  });
  return { urls: [...urls], leftOut, risky };
}
