import { i18n } from '#i18n';
import { checkName } from '@/components/report/content/check-names';
import { isolated } from '@/components/text/isolation';
import { counted } from '@/components/text/language';
import type { DueLine } from '@/lib/report/compare/due';

/** Returns "Due: 60 pages of bergblick-hotel.example". */
export function dueText(line: DueLine): string {
  const { subject, pages } = line;
  if (subject.kind === 'starred') return counted('due.starred', pages);
  return counted(`due.${subject.kind}`, pages, isolated(dueName(line)));
}

/** Returns the name of a client, "Noindex (shop.example)" for a ticket, or the name of the starred pages. */
export function dueName({ subject, ticket }: Pick<DueLine, 'subject' | 'ticket'>): string {
  if (subject.kind === 'client') return subject.name;
  if (ticket === null) return i18n.t('star.starred');
  const check = checkName({ name: ticket.check });
  return ticket.client === null ? check : `${check} (${ticket.client})`;
}
