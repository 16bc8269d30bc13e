import { meantAddress } from './enclosed-address';
import { type AddressProblem, readAddress, withoutUserInfo } from './typed-address';

/** Why a text cannot be sent as the URL to report. */
export type ReportUrlProblem = AddressProblem;

/**
 * Reads the text of the URL field: an http or https address, whose scheme may be left out.
 * The value is the URL Standard's serialisation (ASCII host, percent-encoded), without user info.
 */
export function readReportUrl(text: string): { value: string } | { problem: ReportUrlProblem } {
  const read = readAddress(text);
  if ('problem' in read) return read;
  return { value: withoutUserInfo(read.url).href };
}

/**
 * The address to offer for a page that a tab shows or a page names, without user info; null when it
 * cannot be reported: the browser's own pages, local files, or a blank tab. It is never completed,
 * since nobody has typed it. Where a page of the browser or of an extension shows another one, it is that one's.
 */
export function reportablePageUrl(pageUrl: string | undefined): string | null {
  // Written out first: unseen characters belong to it as well.
  const page = meantAddress(URL.parse(pageUrl ?? '')?.href ?? '');
  const read = /^https?:/i.test(page) ? readReportUrl(page) : null;
  return read !== null && 'value' in read ? read.value : null;
}
