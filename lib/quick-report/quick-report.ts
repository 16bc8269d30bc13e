import { Privacy } from '@/lib/report/privacy';
import { draftRisks, type ReportDraft } from '@/lib/report/report-draft';
import { reportablePageUrl } from '@/lib/url/report-url';
import { cutAddress } from '@/lib/url/typed-address';

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
