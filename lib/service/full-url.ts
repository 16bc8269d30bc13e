import type { JsonObject } from '@/lib/service/answer/json-parts';
import { checkOf } from '@/lib/service/answer/report-result';
import { pageKey } from '@/lib/url/page-key';
import { readAddress } from '@/lib/url/typed-address';

const WEB = /^https?:\/\//i;

/**
 * The address of a report with its scheme, which services leave out where they list it: as one of the
 * checks has it, where that is of the same page, or else with https (http on this computer). Null
 * where the report has no address.
 * @param url as the service lists it
 * @param row the report as the service sent it
 */
export function fullUrlOf(url: string | null, row: JsonObject): string | null {
  if (url === null || WEB.test(url)) return url;
  const checked = checkOf(row, 'seo_friendly_url')?.value;
  const isChecked = typeof checked === 'string' && checked.length <= 10_000 && WEB.test(checked);
  if (isChecked && pageKey(checked) === pageKey(url)) return checked;
  const read = readAddress(url);
  return 'url' in read ? read.url.href : null;
}
