import { i18n } from '#i18n';
import type { Report } from '@/lib/model/report';

/** What a report is called: its URL, or its id where the service did not send one. */
export function reportName({ url, id }: Report): string {
  return url ?? i18n.t('list.withoutUrl', [id]);
}
