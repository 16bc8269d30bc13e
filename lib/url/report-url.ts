import { meantAddress } from './enclosed-address';
import { type AddressProblem, readAddress, withoutUserInfo } from './typed-address';

/** Why a text is not a reportable URL. */
export type ReportUrlProblem = AddressProblem;

/**
 * Reads the text of the URL field: an http or https address, with or without scheme. The value is
 * the serialisation of the URL Standard (ASCII host, percent-encoded), without user info.
 */
export function readReportUrl(text: string): { value: string } | { problem: ReportUrlProblem } {
  const read = readAddress(text);
  if ('problem' in read) return read;
  return { value: withoutUserInfo(read.url).href };
}

/**
 * Returns the reportable address of a tab or a canonical link, without user info. Null for browser
 * pages, local files and blank tabs. An address without a scheme is not completed, because nobody
 * typed it. For a reader view or a suspended tab, returns the address of the original page.
 */
export function reportablePageUrl(pageUrl: string | undefined): string | null {
  // Parsing encodes invisible characters, which belong to the address.
  const page = meantAddress(URL.parse(pageUrl ?? '')?.href ?? '');
  const read = /^https?:/i.test(page) ? readReportUrl(page) : null;
  return read !== null && 'value' in read ? read.value : null;
}
