import { i18n } from '#i18n';
import { checkName } from '@/components/report/content/check-names';
import { dayInYear } from '@/components/text/dates';
import { isolated } from '@/components/text/isolation';
import { counted } from '@/components/text/language';
import type { NotificationWords } from '@/lib/browser/system-notifications';
import type { WorseNews } from '@/lib/browser-ui/report-news';
import type { Headline } from '@/lib/report/compare/headlines';

/**
 * Returns "nordlicht.example: Noindex on 14 pages, new". For a closed ticket, returns "Fixed Nov 12,
 * fails again: Title on 3 pages · nordlicht.example".
 */
export function headlineText(headline: Headline): string {
  const { client, closedAt } = headline;
  const text = textWithoutClient(headline);
  return closedAt === null ? text : `${text} · ${isolated(client)}`;
}

/** Returns the text of a headline. The text about a closed ticket does not name the client. */
function textWithoutClient({ client, check, pages, closedAt }: Headline): string {
  const name = isolated(checkName({ name: check }));
  return closedAt === null
    ? counted('news.appeared', pages, isolated(client), name)
    : counted('news.failingAgain', pages, dayInYear(closedAt), name);
}

/** @param service the title of the service; null if the words need not name the service */
export function worseNotificationWords(
  { headline, others }: WorseNews,
  service: string | null,
): NotificationWords {
  const { client, closedAt } = headline;
  const lines = [
    closedAt === null ? null : isolated(client),
    others === 0 ? null : counted('news.others', others),
    service === null ? null : i18n.t('notification.service', [isolated(service)]),
  ].filter((line) => line !== null);
  return {
    title: textWithoutClient(headline),
    message: lines.length > 0 ? lines.join('\n') : i18n.t('extension.name'),
  };
}
