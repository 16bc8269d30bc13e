import { i18n } from '#i18n';
import type { Report } from '@/lib/report/report';

/** What a report is called: its URL, or its id where the service did not send one. */
export function reportName({ url, id }: Report): string {
  return url ?? i18n.t('list.withoutUrl', [id]);
}

/** Whether an address that a service sent may be opened: nothing but http and https. */
export function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}
